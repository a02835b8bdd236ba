using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.Gateway.Shedding;

namespace DroneDelivery.Gateway.Tests.Shedding;

public sealed class BackendGateTests
{
    [Fact]
    public void Gate_AtItsLimit_RefusesUntilOneLeaves()
    {
        var gate = Gate(new FixedLimit(2));

        Assert.True(gate.TryEnter(RequestPriority.High));
        Assert.True(gate.TryEnter(RequestPriority.High));
        Assert.False(gate.TryEnter(RequestPriority.High));
        gate.Leave(TimeSpan.FromSeconds(20), CallOutcome.Overloaded);

        Assert.True(gate.TryEnter(RequestPriority.High));
        Assert.Equal((2, 2), (gate.InFlight, gate.Limit));
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(4, 4)]
    [InlineData(7, 6)]
    [InlineData(10, 8)]
    [InlineData(50, 40)]
    [InlineData(100, 80)]
    public void Gate_LowPriority_MayUseFourFifths(int limit, int expected)
    {
        var gate = Gate(new FixedLimit(limit));

        Assert.Equal(expected, EnterAll(gate, RequestPriority.Low));
        Assert.Equal(limit - expected, EnterAll(gate, RequestPriority.High));
    }

    [Fact]
    public void Gate_NearItsLimit_RefusesUnpaidBeforePayingAndListsBeforeInvoices()
    {
        var gate = Gate(new FixedLimit(100));

        Assert.Equal(60, EnterAll(gate, RequestPriority.LowUnpaid));
        Assert.Equal(20, EnterAll(gate, RequestPriority.Low));
        Assert.Equal(10, EnterAll(gate, RequestPriority.HighUnpaid));
        Assert.Equal(10, EnterAll(gate, RequestPriority.High));
    }

    [Theory]
    [InlineData(true, RequestPriority.Low, RequestPriority.High)]
    [InlineData(false, RequestPriority.LowUnpaid, RequestPriority.HighUnpaid)]
    public void Priority_UnpaidPlan_IsLower(bool pays, object list, object invoice)
    {
        var caller = new Caller("a", "", new Plan("some") { IsPaying = pays });

        Assert.Equal(list, PriorityShares.ForRequest(RequestPriority.Low, caller));
        Assert.Equal(invoice, PriorityShares.ForRequest(RequestPriority.High, caller));
        Assert.Equal(RequestPriority.High, PriorityShares.ForRequest(RequestPriority.High, caller: null));
    }

    [Fact]
    public void Gate_WithoutALimit_AdmitsAll()
    {
        var gate = Gate(FixedLimit.None);

        Assert.Equal(20_000, EnterAll(gate, RequestPriority.Low));
        Assert.Null(gate.Limit);
    }

    [Fact]
    public void Gate_ManyThreads_NeverExceedsItsLimitAndLosesNoPermit()
    {
        var gate = Gate(new FixedLimit(3));
        var (inside, most) = (0, 0);

        Parallel.For(0, 100_000, new ParallelOptions { MaxDegreeOfParallelism = 8 }, _ =>
        {
            if (gate.TryEnter(RequestPriority.High))
            {
                InterlockedMax(ref most, Interlocked.Increment(ref inside));
                Interlocked.Decrement(ref inside);
                gate.Leave(TimeSpan.Zero, CallOutcome.Answered);
            }
        });

        Assert.InRange(most, 1, 3);
        Assert.Equal(0, gate.InFlight);
    }

    private static BackendGate Gate(IConcurrencyLimit limit) =>
        new("delivery", limit, new(LowUnpaid: 60, Low: 80, HighUnpaid: 90));

    private static int EnterAll(BackendGate gate, RequestPriority priority)
    {
        var entered = 0;
        while (entered < 20_000 && gate.TryEnter(priority))
        {
            entered++;
        }

        return entered;
    }

    private static void InterlockedMax(ref int most, int value)
    {
        var seen = Volatile.Read(ref most);
        while (value > seen && Interlocked.CompareExchange(ref most, value, seen) is var now && now != seen)
        {
            seen = now;
        }
    }
}
