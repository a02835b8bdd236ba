using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Runs;

public sealed class CosmosMetricsTests
{
    private const string Calls = "azure.cosmosdb.client.request.duration.count";
    private const string Charge = "azure.cosmosdb.client.request.charge";
    private const long Second = 1_000_000_000;

    private static readonly CosmosRecord Container = CosmosRecord.None with
    {
        Container = "deliveries",
        ProvisionedRequestUnitsPerSecond = 900,
        Account = "name in gateway mode",
    };

    [Fact]
    public void Count_SeriesOfTheFirstExport_CountsFromIt()
    {
        var counted = Count(Sample(Calls, 0, 100, Query("0", "200")), Sample(Calls, 1, 109, Query("0", "200")));

        Assert.Equal(9, counted.DataCallsByStatus["200"]);
    }

    [Fact]
    public void Count_LaterSeries_CountsFromZero()
    {
        var counted = Count(
            Sample(Calls, 0, 100, Query("0", "200")), Sample(Calls, 2, 4, Query("0", "429")),
            Sample(Calls, 3, 7, Query("0", "429")));

        Assert.Equal(7, counted.ThrottledCalls);
        Assert.Equal(
            [new PartitionSecond(1, 0, 4, 4), new PartitionSecond(2, 0, 3, 3)], Assert.Single(counted.Partitions).Seconds);
    }

    [Fact]
    public void Count_ChargeOfEachPartition_IsBySecond()
    {
        var counted = Count(
            Sample(Charge, 0, 10, Query("1")), Sample(Charge, 1, 40, Query("1")), Sample(Charge, 2, 45.5, Query("1")),
            Sample(Charge, 0, 0, Query("10")), Sample(Charge, 1, 3, Query("10")), Sample(Charge, 0, 0, Query("2")),
            Sample(Charge, 1, 1, Query("2")));

        Assert.Equal(39.5, counted.RequestUnits);
        Assert.Equal(["1", "2", "10"], counted.Partitions.Select(partition => partition.Id));
        Assert.All(counted.Partitions, partition => Assert.Equal(100, partition.BudgetPerSecond));
        Assert.Equal([new PartitionSecond(0, 30, 0, 0), new PartitionSecond(1, 5.5, 0, 0)], counted.Partitions[0].Seconds);
    }

    /// <summary>A peak of a second would otherwise be that of several.</summary>
    [Fact]
    public void Count_ThinnedSeries_SpreadsItsGrowth()
    {
        var counted = Count(Sample(Charge, 0, 0, Query("1")), Sample(Charge, 4, 40, Query("1")));

        Assert.Equal([10, 10, 10, 10], Assert.Single(counted.Partitions).Seconds.Select(second => second.RequestUnits));
        Assert.Equal(10, counted.PeakRequestUnitsPerPartitionPerSecond);
    }

    /// <summary>The last of them has no later export that would include its growth.</summary>
    [Fact]
    public void Count_TwoExportsOfOneSecond_CountsBoth()
    {
        var second = Sample(Calls, 2, 20, Query("0", "200"));
        var counted = Count(
            Sample(Calls, 0, 0, Query("0", "200")), Sample(Calls, 1, 8, Query("0", "200")),
            second with { Time = second.Time - (Second * 4 / 10) }, second with { Time = second.Time + (Second * 3 / 10), Value = 31 });

        Assert.Equal(31, counted.DataCallsByStatus["200"]);
        Assert.Equal([8, 23], Assert.Single(counted.Partitions).Seconds.Select(each => each.Calls));
    }

    [Fact]
    public void Count_PlansAndOtherContainers_AreNoDataCalls()
    {
        const string Plan = "db.collection.name=deliveries,db.operation.name=query_plan,db.response.status_code=200";
        var counted = Count(
            Sample(Calls, 0, 5, Plan), Sample(Calls, 1, 8, Plan),
            Sample(Calls, 0, 5, Query("0", "200").Replace("deliveries", "summaries", StringComparison.Ordinal)),
            Sample(Calls, 1, 9, Query("0", "200").Replace("deliveries", "summaries", StringComparison.Ordinal)));

        Assert.Equal((0, 3), (counted.DataCalls, counted.PlanCalls));
        Assert.Empty(counted.Partitions);
    }

    [Fact]
    public void Count_CallWithoutAnswer_HasStatusZero()
    {
        const string Failed = "db.collection.name=deliveries,db.operation.name=query_items,error.type=x";
        Assert.Equal(2, Count(Sample(Calls, 0, 1, Failed), Sample(Calls, 1, 3, Failed)).DataCallsByStatus["0"]);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Count_NoCalls_IsCountedIfTheContainerIs(bool isCounted)
    {
        var counted = CosmosMetrics.Count(
            [Sample("dotnet.gc.collections", 0, 1, "")], Container with { IsCounted = isCounted }, partitions: 9);

        Assert.Empty(counted.DataCallsByStatus);
        Assert.Equal(isCounted, counted.IsCounted);
    }

    /// <summary>A service of any name: its own first export is the starting point, not that of another.</summary>
    [Fact]
    public void Count_SeveralServices_CountsEachFromItsFirstExport()
    {
        var counted = Count(
            Sample("dotnet.gc.collections", 0, 1, ""),
            Sample(Calls, 3, 100, Query("0", "200")) with { Service = "orders" },
            Sample(Calls, 4, 102, Query("0", "200")) with { Service = "orders" },
            Sample(Calls, 3, 4, Query("0", "200")));

        Assert.Equal(6, counted.DataCalls);
    }

    private static CosmosRecord Count(params MetricSample[] samples) => CosmosMetrics.Count(samples, Container, partitions: 9);

    private static string Query(string partition, string? status = null) =>
        $"azure.cosmosdb.partition_key_range.id={partition},db.collection.name=deliveries,db.operation.name=query_items"
        + (status is null ? "" : $",db.response.status_code={status}");

    /// <param name="second">Exports are a few milliseconds off.</param>
    private static MetricSample Sample(string name, int second, double value, string attributes) =>
        new("delivery", name, attributes, (1_000 + second) * Second + (second * 20_000_000), value);
}
