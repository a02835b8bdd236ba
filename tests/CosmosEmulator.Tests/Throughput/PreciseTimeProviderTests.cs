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

        Assert.InRange(Time.GetElapsedTime(start).TotalMilliseconds, 6.4, 5000);
    }

    [Fact]
    public async Task Delays_SetInAnyOrder_EndInTheOrderOfTheirMoments()
    {
        var ended = new List<int>();
        int[] delays = [40, 5, 20];

        var all = delays.Select(async milliseconds =>
        {
            await Task.Delay(TimeSpan.FromMilliseconds(milliseconds), Time, TestContext.Current.CancellationToken);
            lock (ended)
            {
                ended.Add(milliseconds);
            }
        });
        await Task.WhenAll(all);

        Assert.Equal([5, 20, 40], ended);
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
