using DroneDelivery.Gateway.Usage;

namespace DroneDelivery.Gateway.Tests.Usage;

public sealed class UsageLedgerTests
{
    private static readonly UsageKey Invoices = new("k1", "/api/invoices/{ownerId}", 200);

    [Fact]
    public void Take_RequestsCounted_SumsThemByKeyRouteAndStatus()
    {
        var ledger = new UsageLedger();
        ledger.Count(Invoices, bytesIn: 1, bytesOut: 10, microseconds: 900);
        ledger.Count(Invoices, bytesIn: 2, bytesOut: 20, microseconds: 30_000);
        ledger.Count(Invoices with { Status = 404 }, 0, 5, 100);

        var taken = ledger.Take();

        Assert.Equal([404, 200], taken.OrderBy(row => row.Value.Requests).Select(row => row.Key.Status));
        var row = taken[Invoices];
        Assert.Equal((2, 3, 30, 30_900), (row.Requests, row.BytesIn, row.BytesOut, row.Microseconds));
        Assert.Equal([1, 0, 0, 1, 0, 0, 0], row.ByLatency);
    }

    [Fact]
    public void Take_NothingSinceTheLast_IsEmpty()
    {
        var ledger = new UsageLedger();
        ledger.Count(Invoices, 0, 0, 0);
        ledger.Take();

        Assert.Empty(ledger.Take());
    }

    /// <summary>
    /// An increment between the copying and the emptying of a counter would be missing here, or be there twice.
    /// </summary>
    [Fact(Timeout = 300_000)]
    public async Task Take_WhileOthersCount_NothingIsLostOrDoubled()
    {
        const int threads = 4;
        const int each = 200_000;
        var ledger = new UsageLedger();
        var takes = 0;
        var counting = Task.WhenAll(Enumerable.Range(0, threads).Select(thread => Task.Factory.StartNew(
            () =>
            {
                // A busy machine may take seldom: then more is counted.
                var counted = 0L;
                for (; counted < each || Volatile.Read(ref takes) <= 10; counted++)
                {
                    ledger.Count(new UsageKey($"k{counted % 10}", "/r", 200), 1, thread, 2);
                }

                return counted;
            },
            TestContext.Current.CancellationToken,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default)));

        var sum = new UsageFigures();
        for (var ended = false; !ended; Interlocked.Increment(ref takes))
        {
            ended = counting.IsCompleted;
            foreach (var figures in ledger.Take().Values)
            {
                sum.Add(figures);
            }
        }

        var counts = await counting;
        var total = counts.Sum();
        Assert.Equal(
            (total, total, counts.Select((count, thread) => count * thread).Sum()), (sum.Requests, sum.BytesIn, sum.BytesOut));
        Assert.Equal(total, sum.ByLatency[0]);
    }

    [Fact]
    public void Count_MoreKeysThanThereIsRoomFor_TheRestIsCountedTogether()
    {
        var stripe = new UsageStripe();
        for (var i = 0; i < UsageStripe.MaxRows + 500; i++)
        {
            stripe.Count(new UsageKey($"k{i}", "/r", 200), 0, 1, 1);
        }

        var taken = stripe.Take();

        Assert.Equal(UsageStripe.MaxRows + 1, taken.Count);
        Assert.Equal(500, taken[new UsageKey("other", "/r", 200)].Requests);
    }
}
