using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.Lab.Tests.Load;

public sealed class WarmUpTests
{
    private readonly List<double> _loadedSeconds = [];

    /// <summary>The eighth period is the fourth that is no cheaper than what was reached before.</summary>
    [Fact]
    public async Task WarmUp_RequestsStopBecomingCheaper_EndsAfterFourMorePeriods()
    {
        await RunAsync(maxSeconds: 60, 355, 178, 78, 68, 70, 69, 70, 67, 40, 40);

        Assert.Equal([5, 5, 5, 5, 5, 5, 5, 5], _loadedSeconds);
    }

    /// <summary>2 % is what periods differ by when nothing changes.</summary>
    [Fact]
    public async Task WarmUp_HardlyCheaper_IsSettled()
    {
        await RunAsync(maxSeconds: 60, 100, 99, 98, 99, 98, 60);

        Assert.Equal([5, 5, 5, 5, 5], _loadedSeconds);
    }

    /// <summary>Expensive periods in between do not count: the machine does other work too.</summary>
    [Fact]
    public async Task WarmUp_ExpensivePeriodsBetween_GoesOn()
    {
        await RunAsync(maxSeconds: 60, 100, 120, 130, 120, 80, 80, 80, 80, 80);

        Assert.Equal([5, 5, 5, 5, 5, 5, 5, 5, 5], _loadedSeconds);
    }

    [Fact]
    public async Task WarmUp_CheaperAndCheaper_EndsWhenItsTimeIsOver()
    {
        await RunAsync(maxSeconds: 12, 100, 80, 60, 40);

        Assert.Equal([5, 5, 2], _loadedSeconds);
    }

    private async Task RunAsync(double maxSeconds, params double[] microseconds)
    {
        var periods = await new WarmUp(TimeSpan.FromSeconds(maxSeconds)).RunAsync(
            duration =>
            {
                _loadedSeconds.Add(duration.TotalSeconds);
                return Task.FromResult(microseconds[_loadedSeconds.Count - 1]);
            },
            cost => cost);

        Assert.Equal(microseconds.Take(_loadedSeconds.Count), periods);
    }
}
