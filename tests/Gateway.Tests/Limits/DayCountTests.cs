using DroneDelivery.Gateway.Limits;

namespace DroneDelivery.Gateway.Tests.Limits;

public sealed class DayCountTests
{
    private const long Today = 20_000;

    [Fact]
    public void Return_OfTheDay_IsSubtracted()
    {
        var count = DayCount.Pack(Today, 5);

        DayCount.Return(ref count, Today, 2);

        Assert.Equal(DayCount.Pack(Today, 3), count);
    }

    [Fact]
    public void Return_OfAnotherDayOrMoreThanWasCounted_ChangesNothing()
    {
        var count = DayCount.Pack(Today, 5);

        DayCount.Return(ref count, Today - 1, 2);
        DayCount.Return(ref count, Today, 6);

        Assert.Equal(DayCount.Pack(Today, 5), count);
    }

    // Two threads meet at each of many counters, so that some returns fall between the read and the write of the first request
    // of the next day.
    [Fact(Timeout = 300_000)]
    public async Task Return_WhileTheDayChanges_TakesNothingFromTheNextDay()
    {
        var counts = new long[500_000];
        Array.Fill(counts, DayCount.Pack(Today, 1));
        using var barrier = new Barrier(2);

        await Task.WhenAll(
            RunAsync(i => DayCount.Return(ref counts[i], Today, 1)),
            RunAsync(i => DayCount.Take(ref counts[i], Today + 1, 10, 1)));

        Assert.Empty(counts.Where(count => count != DayCount.Pack(Today + 1, 1)).Take(1));

        Task RunAsync(Action<int> act) => Task.Factory.StartNew(
            () =>
            {
                for (var i = 0; i < counts.Length; i++)
                {
                    if (i % 100 == 0)
                    {
                        barrier.SignalAndWait();
                    }

                    act(i);
                }
            },
            TestContext.Current.CancellationToken,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
    }
}
