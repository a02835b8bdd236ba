using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Live;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class UsageRatesTests
{
    private readonly UsageRates _rates = new();

    [Fact]
    public void Read_CountsOfTwoMoments_AreRatesByKeyOverAllStatuses()
    {
        Read(1, ("a", "2xx", 100), ("a", "4xx", 10), ("b", "2xx", 5));

        var rates = Read(3, ("a", "2xx", 140), ("a", "4xx", 14), ("b", "2xx", 5));

        Assert.Equal(22, rates["a"], 6);
        Assert.Equal(0, rates["b"]);
    }

    [Fact]
    public void Read_NothingNew_KeepsTheRates()
    {
        Read(1, ("a", "2xx", 100));
        Read(2, ("a", "2xx", 130));

        Assert.Equal(30, Read(2)["a"], 6);
    }

    [Fact]
    public void Read_GatewayStartedAgain_StartsFromZero()
    {
        Read(1, ("a", "2xx", 100));
        Read(2, ("a", "2xx", 130));
        Read(3, ("a", "2xx", 7));

        Assert.Equal(13, Read(4, ("a", "2xx", 20))["a"], 6);
    }

    [Fact]
    public void Read_ManyKeys_BusiestSoFarHaveTheirOwnRate()
    {
        (string, string, double)[] before = [.. Enumerable.Range(0, 21).Select(key => ($"k{key}", "2xx", 1_000.0 * key))];
        (string, string, double)[] after = [.. before.Select(row => (row.Item1, row.Item2, row.Item3 + 10))];
        Read(1, before);

        var rates = Read(2, after);

        Assert.Equal(["k15", "k16", "k17", "k18", "k19", "k20", "other keys"], rates.Keys.Order());
        Assert.Equal(10, rates["k20"], 6);
        Assert.Equal(150, rates["other keys"], 6);
    }

    private IReadOnlyDictionary<string, double> Read(int second, params (string Key, string Status, double Count)[] counts) =>
        _rates.Read(counts
            .Select(count => new MetricSample(
                "gateway", UsageRates.MetricName, $"key={count.Key},status={count.Status}", second * 1_000_000_000L, count.Count))
            .Append(new MetricSample("gateway", "kestrel.active_connections", "", second * 1_000_000_000L, 5)));
}
