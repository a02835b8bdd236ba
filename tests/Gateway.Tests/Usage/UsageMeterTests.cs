using System.Diagnostics.Metrics;
using System.Globalization;
using DroneDelivery.Gateway.Usage;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Usage;

/// <summary>Alone: what one gateway listens to is listened to in the whole process.</summary>
[Collection(AloneCollection.Name)]
public sealed class UsageMeterTests : IDisposable
{
    private readonly ServiceProvider _services = new ServiceCollection().AddMetrics().BuildServiceProvider();
    private readonly UsageMeter _meter;

    public UsageMeterTests() => _meter = new UsageMeter(_services.GetRequiredService<IMeterFactory>());

    [Fact]
    public void Instruments_HaveTheirNamesUnitsAndDescriptions()
    {
        using var measured = Listen();

        Assert.Equal(
            [
                "gateway.usage.requests {request} Requests of the API by key.",
                "gateway.usage.waiting {request} Requests whose usage could not be written yet.",
            ],
            measured.Instruments);
    }

    [Fact]
    public void Add_RowsOfOneKey_AreSummedByStatusClass()
    {
        using var measured = Listen();

        Add(("k1", 200, 2), ("k1", 404, 1), ("k1", 204, 3), ("k1", 200, 4), ("k1", 503, 6));

        Assert.Equal([("key=k1 status=2xx", 9), ("key=k1 status=4xx", 1), ("key=k1 status=5xx", 6)], RequestsIn(measured).Order());
    }

    [Fact]
    public void Add_MoreKeysThanTheMaximum_KeyWithTheFewestRequestsIsOther()
    {
        using var measured = Listen();

        Add([("a", 200, 1), .. Keys(UsageMeter.MaxKeys).Select(key => (key, 200, 9L))]);

        Assert.Equal(
            [.. Keys(UsageMeter.MaxKeys).Select(key => ($"key={key} status=2xx", 9L)), ("key=other status=2xx", 1L)],
            RequestsIn(measured).Order());
    }

    [Fact]
    public void Add_KeysOfEquallyManyRequests_LastByNameIsOther()
    {
        using var measured = Listen();

        Add([.. Keys(UsageMeter.MaxKeys + 1).Reverse().Select(key => (key, 200, 9L))]);

        Assert.Equal(
            [.. Keys(UsageMeter.MaxKeys).Select(key => ($"key={key} status=2xx", 9L)), ("key=other status=2xx", 9L)],
            RequestsIn(measured).Order());
    }

    [Fact]
    public void Add_KeyWithSeveralRows_ItsRankIsThatOfTheirSum()
    {
        using var measured = Listen();

        Add([
            ("whole", 200, 3),
            ("split", 200, 2),
            ("split", 201, 2),
            .. Keys(UsageMeter.MaxKeys - 1).Select(key => (key, 200, 9L)),
        ]);

        Assert.Contains(("key=split status=2xx", 4), RequestsIn(measured));
        Assert.Contains(("key=other status=2xx", 3), RequestsIn(measured));
    }

    [Fact]
    public void Add_KeyThatComesAfterTheMaximum_IsOtherWhileTheFirstKeepTheirNames()
    {
        using var measured = Listen();
        Add([.. Keys(UsageMeter.MaxKeys).Select(key => (key, 200, 1L))]);

        Add(("late", 200, 7), ("k00", 200, 2));

        Assert.Equal(
            [("key=k00 status=2xx", 2), ("key=other status=2xx", 7)],
            RequestsIn(measured).Skip(UsageMeter.MaxKeys).Order());
    }

    [Fact]
    public void Add_NothingListens_KeysTakeNoTimeSeries()
    {
        Add([.. Keys(UsageMeter.MaxKeys).Select(key => (key, 200, 1L))]);
        using var measured = Listen();

        Add(("late", 200, 7));

        Assert.Equal([("key=late status=2xx", 7)], RequestsIn(measured));
    }

    [Fact]
    public void Waiting_IsMeasured()
    {
        using var measured = Listen();
        _meter.Waiting = 7;

        Assert.Equal(7, measured.Of("gateway.usage.waiting", ""));
    }

    public void Dispose() => _services.Dispose();

    private static IEnumerable<(string Tags, long Value)> RequestsIn(RecordedMeasurements measured) =>
        measured.Find("gateway.usage.requests");

    private RecordedMeasurements Listen() => new(_services.GetRequiredService<IMeterFactory>());

    private static IEnumerable<string> Keys(int count) =>
        Enumerable.Range(0, count).Select(number => string.Create(CultureInfo.InvariantCulture, $"k{number:00}"));

    /// <summary>Each row has a route of its own.</summary>
    private void Add(params (string Key, int Status, long Requests)[] rows) => _meter.Add(
        rows.Index().ToDictionary(
            row => new UsageKey(row.Item.Key, $"/{row.Index}", row.Item.Status),
            row => new UsageFigures { Requests = row.Item.Requests }));
}
