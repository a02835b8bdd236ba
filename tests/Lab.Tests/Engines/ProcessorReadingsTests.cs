using DroneDelivery.LoadTests.Lab.Engines;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Engines;

public sealed class ProcessorReadingsTests : IDisposable
{
    private static readonly TimeSpan Planned = TimeSpan.FromSeconds(4);

    private readonly ManualTimeProvider _clock = new();
    private readonly ProcessorReadings _readings;
    private TimeSpan _used;

    public ProcessorReadingsTests() => _readings = new ProcessorReadings(Planned, _clock, () => _used);

    public void Dispose() => _readings.Dispose();

    [Fact]
    public void Generator_BusyBeforeAndAfterTheLoad_LeavesThatOut()
    {
        Pass(10, cores: 2);
        _readings.Start();
        Pass(4, cores: 0.25);
        Pass(3, cores: 2);

        Assert.Equal(0.25, _readings.Generator(ended: null).CpuCores, 6);
    }

    [Fact]
    public void Generator_EndedEarly_CountsToThatMoment()
    {
        _readings.Start();
        Pass(1, cores: 0.75);
        Pass(5, cores: 2);

        Assert.Equal(0.75, _readings.Generator(TimeSpan.FromSeconds(1)).CpuCores, 6);
    }

    [Fact]
    public void Generator_StartedTwice_CountsFromTheFirstStart()
    {
        _readings.Start();
        Pass(2, cores: 1);
        _readings.Start();
        Pass(2, cores: 0.5);

        Assert.Equal(0.75, _readings.Generator(ended: null).CpuCores, 6);
    }

    [Fact]
    public void Generator_NeverStarted_UsedNothing()
    {
        Pass(5, cores: 2);

        Assert.Equal(0, _readings.Generator(TimeSpan.Zero).CpuCores);
    }

    [Theory]
    [InlineData(0.7, false)]
    [InlineData(0.9, true)]
    public void Generator_ShareOfMachine_DecidesWhetherItWasTheLimit(double share, bool wasTheLimit)
    {
        _readings.Start();
        Pass(4, share * Environment.ProcessorCount);
        Pass(4, cores: wasTheLimit ? 0 : Environment.ProcessorCount);

        Assert.Equal(wasTheLimit, _readings.Generator(ended: null).WasTheLimit);
    }

    private void Pass(double seconds, double cores)
    {
        // In small pieces, so that a reading finds what was used until its own moment.
        for (var passed = 0.0; passed < seconds - 1e-9; passed += 0.05)
        {
            _used += TimeSpan.FromSeconds(0.05 * cores);
            _clock.Advance(TimeSpan.FromSeconds(0.05));
        }
    }
}
