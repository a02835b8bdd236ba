namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>The processor time that this process has used since construction.</summary>
public sealed class GeneratorCpu
{
    private readonly Func<TimeSpan> _processorTime;
    private readonly TimeSpan _start;

    public GeneratorCpu()
        : this(ReadProcess)
    {
    }

    internal GeneratorCpu(Func<TimeSpan> processorTime)
    {
        _processorTime = processorTime;
        _start = processorTime();
    }

    public TimeSpan Used => _processorTime() - _start;

    internal static TimeSpan ReadProcess() => Environment.CpuUsage.TotalTime;
}
