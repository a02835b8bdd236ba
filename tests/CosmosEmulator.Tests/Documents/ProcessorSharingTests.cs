using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.TestSupport;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

public sealed class ProcessorSharingTests
{
    private static readonly TimeSpan Step = TimeSpan.FromMicroseconds(10);
    private readonly ManualTimeProvider _time = new();
    private readonly ProcessorSharing _sharing;
    private TimeSpan _yieldTime;
    private int _yields;

    public ProcessorSharingTests() => _sharing = new ProcessorSharing(_time, Yield);

    /// <param name="microseconds">What a yield takes: requests are served meanwhile.</param>
    [Theory]
    [InlineData(0)]
    [InlineData(40)]
    public void Yield_OnlyRequestsRun_YieldsAfterEachStep(int microseconds)
    {
        _yieldTime = TimeSpan.FromMicroseconds(microseconds);

        Work(steps: 1_000);

        Assert.Equal(1_000, _yields);
    }

    /// <summary>Another process keeps the processor for 4 ms, each time that it gets it.</summary>
    [Fact]
    public void Yield_OtherProcessesAreBusy_WorksForAFifthOfTheTime()
    {
        _yieldTime = TimeSpan.FromMilliseconds(4);

        Work(steps: 1_000);

        // In 10 ms of work: after 10 µs, and then after each whole millisecond.
        Assert.Equal(11, _yields);
    }

    [Fact]
    public void Yield_OtherProcessesWereBusy_YieldsAfterEachStepAgain()
    {
        _yieldTime = TimeSpan.FromMilliseconds(4);
        Work(steps: 1);
        _yieldTime = TimeSpan.Zero;

        Work(steps: 98);
        Assert.Equal(1, _yields);
        Work(steps: 100);

        Assert.Equal(101, _yields);
    }

    private void Work(int steps)
    {
        for (var step = 0; step < steps; step++)
        {
            _time.Advance(Step);
            _sharing.Yield();
        }
    }

    private bool Yield()
    {
        _yields++;
        _time.Advance(_yieldTime);
        return true;
    }
}
