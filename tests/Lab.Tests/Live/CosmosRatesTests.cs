using DroneDelivery.DroneDatabase.Emulator;
using DroneDelivery.LoadTests.Lab.Live;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class CosmosRatesTests
{
    private readonly CosmosRates _rates = new();

    [Fact]
    public void Read_TotalsOfTwoSeconds_AreRatesAndShares()
    {
        Read(second: 1, requests: 10, requestUnits: 100, answered: 90, throttled: 0);

        var cosmos = Read(second: 2, requests: 20, requestUnits: 390, answered: 180, throttled: 12);

        Assert.Equal("/deliveryId", cosmos.PartitionKeyPath);
        Assert.Equal(90, cosmos.CallsPerSecond["200"]);
        Assert.Equal(12, cosmos.CallsPerSecond["429"]);
        Assert.Equal(29, cosmos.RequestUnitsPerOperation);
        Assert.Equal(10.2, cosmos.CallsPerOperation!.Value, 6);
        Assert.Equal(0.4, Assert.Single(cosmos.Partitions).Share, 6);
    }

    [Fact]
    public void Read_CheaperOperations_ShowsThemAfterAFewSeconds()
    {
        var (requests, units, calls) = (0, 0.0, 0);
        for (var second = 1; second <= 20; second++)
        {
            (requests, units, calls) = (requests + 10, units + (second <= 12 ? 290 : 34), calls + (second <= 12 ? 90 : 10));
            var cosmos = Read(second, requests, units, calls, 0);
            if (second == 18)
            {
                Assert.Equal(3.4, cosmos.RequestUnitsPerOperation!.Value, 6);
                Assert.Equal(1, cosmos.CallsPerOperation!.Value, 6);
            }
        }
    }

    [Fact]
    public void Read_SameStateTwice_KeepsTheRates()
    {
        Read(1, 10, 100, 90, 0);
        var state = State(2, 290, 180, 0);
        _rates.Read(state, 20, 1);

        var again = _rates.Read(state, 25, 1);

        Assert.Equal(90, again.CallsPerSecond["200"]);
    }

    /// <summary>The page reads a state that the emulator's next one replaces a moment later.</summary>
    [Fact]
    public void Read_StateMissedOnce_RatesAreThoseOfItsTime()
    {
        Read(1, 10, 100, 90, 0);
        _rates.Read(State(1, 100, 90, 0), 20, 1);

        var cosmos = Read(3, 30, 680, 270, 0);

        Assert.Equal(90, cosmos.CallsPerSecond["200"]);
    }

    [Fact]
    public void Read_CountersReset_StartsFromNothing()
    {
        Read(1, 10, 100, 90, 0);
        Read(2, 20, 390, 180, 0);

        var cosmos = Read(3, 0, 0, 0, 0);

        Assert.Empty(cosmos.CallsPerSecond);
        Assert.Null(cosmos.RequestUnitsPerOperation);
    }

    private LiveCosmos Read(int second, long requests, double requestUnits, long answered, long throttled) => _rates.Read(
        State(second, requestUnits, answered, throttled), requests, second - 1);

    private static ContainerState State(int second, double requestUnits, long answered, long throttled) => new(
        "deliveriesByDeliveryId",
        "/deliveryId",
        900,
        1000,
        requestUnits,
        new CallCounts(
            new Dictionary<string, long> { ["200"] = answered, ["429"] = throttled }, new Dictionary<string, long>()),
        [new PartitionState("0", 1000, 100, [new PartitionSecondState(second - 1, 40, 9, 0)])])
    {
        Time = Snapshots.Start.AddSeconds(second),
    };
}
