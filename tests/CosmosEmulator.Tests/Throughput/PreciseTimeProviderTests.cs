using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Tests.Throughput;

/// <summary>Real time, so only what no busy machine can spoil: a timer may be late, but not early.</summary>
public sealed class PreciseTimeProviderTests
{
    private static readonly PreciseTimeProvider Time = PreciseTimeProvider.Shared;

    [Fact]
    public async Task Delay_OfAFewMilliseconds_IsNotCutShort()
    {
        var start = Time.GetTimestamp();

        await Task.Delay(TimeSpan.FromMilliseconds(7), Time, TestContext.Current.CancellationToken);

        Assert.InRange(Time.GetElapsedTime(start).TotalMilliseconds, 6.4, double.MaxValue);
    }

    [Fact]
    public async Task Delay_SetAfterALongerOne_DoesNotWaitForIt()
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var longer = Task.Delay(TimeSpan.FromHours(1), Time, stop.Token);

        await Task.Delay(TimeSpan.FromMilliseconds(5), Time, stop.Token);

        Assert.False(longer.IsCompleted);
        await stop.CancelAsync();
        await Assert.ThrowsAsync<TaskCanceledException>(() => longer);
    }

    [Fact]
    public async Task Delay_Cancelled_EndsAtOnce()
    {
        using var stop = new CancellationTokenSource();
        var delay = Task.Delay(TimeSpan.FromHours(1), Time, stop.Token);

        await stop.CancelAsync();

        await Assert.ThrowsAsync<TaskCanceledException>(() => delay);
    }

    [Fact]
    public async Task Timer_WithAPeriod_FiresAgain()
    {
        // Not disposed: a callback may be under way when the timer stops.
        var fired = new SemaphoreSlim(0);
        await using var timer = Time.CreateTimer(
            _ => fired.Release(), null, TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1));

        for (var i = 0; i < 3; i++)
        {
            await fired.WaitAsync(TestContext.Current.CancellationToken);
        }
    }
}
