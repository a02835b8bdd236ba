using System.Diagnostics.Metrics;
using System.Globalization;
using DroneDelivery.Gateway.Usage;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Usage;

public sealed class UsageMeterTests : IDisposable
{
    private readonly ServiceProvider _services = new ServiceCollection().AddMetrics().BuildServiceProvider();
    private readonly MeterListener _listener = new();
    private readonly List<string> _instruments = [];
    private readonly List<(string Tags, long Value)> _requests = [];
    private readonly List<long> _waiting = [];
    private readonly UsageMeter _meter;

    public UsageMeterTests()
    {
        var factory = _services.GetRequiredService<IMeterFactory>();
        _meter = new UsageMeter(factory);
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Scope == factory)
            {
                _instruments.Add($"{instrument.Meter.Name} {instrument.Name} {instrument.Unit} {instrument.Description}");
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) =>
        {
            switch (instrument.Name)
            {
                case "gateway.usage.requests":
                    _requests.Add((string.Join(' ', tags.ToArray().Select(tag => $"{tag.Key}={tag.Value}")), value));
                    break;
                case "gateway.usage.waiting":
                    _waiting.Add(value);
                    break;
            }
        });
    }

    [Fact]
    public void Instruments_HaveTheirNamesUnitsAndDescriptions()
    {
        _listener.Start();

        Assert.Equal(
            [
                "DroneDelivery.Gateway.Usage gateway.usage.requests {request} Requests of the API by key.",
                "DroneDelivery.Gateway.Usage gateway.usage.waiting {request} Requests whose usage could not be written yet.",
            ],
            _instruments.Order());
    }

    [Fact]
    public void Add_RowsOfOneKey_AreSummedByStatusClass()
    {
        _listener.Start();

        Add(("k1", 200, 2), ("k1", 404, 1), ("k1", 204, 3), ("k1", 200, 4), ("k1", 503, 6));

        Assert.Equal([("key=k1 status=2xx", 9), ("key=k1 status=4xx", 1), ("key=k1 status=5xx", 6)], _requests.Order());
    }

    [Fact]
    public void Add_MoreKeysThanTheMaximum_KeyWithTheFewestRequestsIsOther()
    {
        _listener.Start();

        Add([("a", 200, 1), .. Keys(UsageMeter.MaxKeys).Select(key => (key, 200, 9L))]);

        Assert.Equal(
            [.. Keys(UsageMeter.MaxKeys).Select(key => ($"key={key} status=2xx", 9L)), ("key=other status=2xx", 1L)],
            _requests.Order());
    }

    [Fact]
    public void Add_KeysOfEquallyManyRequests_LastByNameIsOther()
    {
        _listener.Start();

        Add([.. Keys(UsageMeter.MaxKeys + 1).Reverse().Select(key => (key, 200, 9L))]);

        Assert.Equal(
            [.. Keys(UsageMeter.MaxKeys).Select(key => ($"key={key} status=2xx", 9L)), ("key=other status=2xx", 9L)],
            _requests.Order());
    }

    [Fact]
    public void Add_KeyWithSeveralRows_ItsRankIsThatOfTheirSum()
    {
        _listener.Start();

        Add([
            ("whole", 200, 3),
            ("split", 200, 2),
            ("split", 201, 2),
            .. Keys(UsageMeter.MaxKeys - 1).Select(key => (key, 200, 9L)),
        ]);

        Assert.Contains(("key=split status=2xx", 4), _requests);
        Assert.Contains(("key=other status=2xx", 3), _requests);
    }

    [Fact]
    public void Add_KeyThatComesAfterTheMaximum_IsOtherWhileTheFirstKeepTheirNames()
    {
        _listener.Start();
        Add([.. Keys(UsageMeter.MaxKeys).Select(key => (key, 200, 1L))]);
        _requests.Clear();

        Add(("late", 200, 7), ("k00", 200, 2));

        Assert.Equal([("key=k00 status=2xx", 2), ("key=other status=2xx", 7)], _requests.Order());
    }

    [Fact]
    public void Add_NothingListens_KeysTakeNoTimeSeries()
    {
        Add([.. Keys(UsageMeter.MaxKeys).Select(key => (key, 200, 1L))]);
        _listener.Start();

        Add(("late", 200, 7));

        Assert.Equal([("key=late status=2xx", 7)], _requests);
    }

    [Fact]
    public void Waiting_IsMeasured()
    {
        _listener.Start();
        _meter.Waiting = 7;

        _listener.RecordObservableInstruments();

        Assert.Equal([7], _waiting);
    }

    public void Dispose()
    {
        _listener.Dispose();
        _services.Dispose();
    }

    private static IEnumerable<string> Keys(int count) =>
        Enumerable.Range(0, count).Select(number => string.Create(CultureInfo.InvariantCulture, $"k{number:00}"));

    /// <summary>Each row has a route of its own.</summary>
    private void Add(params (string Key, int Status, long Requests)[] rows) => _meter.Add(
        rows.Index().ToDictionary(
            row => new UsageKey(row.Item.Key, $"/{row.Index}", row.Item.Status),
            row => new UsageFigures { Requests = row.Item.Requests }));
}
