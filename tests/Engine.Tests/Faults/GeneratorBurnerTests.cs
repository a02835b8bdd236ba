using DroneDelivery.LoadTests.Engine.Faults;

namespace DroneDelivery.Engine.Tests.Faults;

public sealed class GeneratorBurnerTests
{
    [Fact]
    public void Burner_UntilDisposed_UsesProcessorTime()
    {
        var before = Environment.CpuUsage.TotalTime;
        using var burner = new GeneratorBurner(2);

        // The test waits for the burner's work, not for time: it would wait for ever if the threads were idle.
        SpinWait.SpinUntil(() => Environment.CpuUsage.TotalTime - before > TimeSpan.FromMilliseconds(50));

        Assert.Equal(2, burner.AliveThreads);
    }

    [Fact]
    public void Dispose_BusyThreads_EndsThem()
    {
        var burner = new GeneratorBurner(3);

        burner.Dispose();

        Assert.Equal(0, burner.AliveThreads);
    }

    [Fact]
    public void Burner_NegativeThreads_IsRefused() => Assert.Throws<ArgumentOutOfRangeException>(() => new GeneratorBurner(-1));
}
