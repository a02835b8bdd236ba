using System.Diagnostics.Metrics;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;
using DroneDelivery.Gateway.Plans;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Limits;

public sealed class LimitsMeterTests : IDisposable
{
    private readonly ServiceProvider _services = new ServiceCollection().AddMetrics().BuildServiceProvider();
    private readonly MeterListener _listener = new();
    private readonly List<string> _instruments = [];
    private readonly List<string> _measured = [];

    public LimitsMeterTests()
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Scope == _services.GetRequiredService<IMeterFactory>())
            {
                _instruments.Add($"{instrument.Name} {instrument.Unit} {instrument.Description}");
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Add(instrument, value, tags));
        _listener.SetMeasurementEventCallback<int>((instrument, value, tags, _) => Add(instrument, value, tags));
    }

    [Fact]
    public void Instruments_HaveTheirNamesUnitsAndDescriptions()
    {
        _ = Create(areLocal: true);

        Assert.Equal(
            [
                "gateway.limits.alone  1 while this gateway counts limits alone, else 0.",
                "gateway.limits.refused {request} Requests refused because of a limit of their key's plan.",
            ],
            _instruments.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Refused_NamesTheLimitThePlanAndTheRouteIfItIsOne()
    {
        var meter = Create(areLocal: true);

        meter.Refused(LimitKind.Day, new Plan("free"));
        meter.Refused(LimitKind.Rate, new Plan("free") { Route = "invoices" });
        meter.Refused(LimitKind.Concurrency, new Plan("standard"));

        Assert.Equal(
            [
                "gateway.limits.refused 1 limit=day plan=free",
                "gateway.limits.refused 1 limit=rate plan=free route=invoices",
                "gateway.limits.refused 1 limit=concurrency plan=standard",
            ],
            _measured);
    }

    [Theory]
    [InlineData(true, "gateway.limits.alone 1 ")]
    [InlineData(false, "gateway.limits.alone 0 ")]
    public void Alone_WhileRedisCountsNothing_IsOne(bool areLocal, string expected)
    {
        _ = Create(areLocal);

        _listener.RecordObservableInstruments();

        Assert.Equal([expected], _measured);
    }

    public void Dispose()
    {
        _listener.Dispose();
        _services.Dispose();
    }

    private LimitsMeter Create(bool areLocal)
    {
        var meter = new LimitsMeter(_services.GetRequiredService<IMeterFactory>(), new KnownLimits(areLocal));
        _listener.Start();
        return meter;
    }

    private void Add<T>(Instrument instrument, T value, ReadOnlySpan<KeyValuePair<string, object?>> tags) => _measured.Add(
        $"{instrument.Name} {value} {string.Join(' ', tags.ToArray().Select(tag => $"{tag.Key}={tag.Value}"))}");

    private sealed class KnownLimits(bool areLocal) : ILimits
    {
        public bool AreLocal => areLocal;

        public HolderLimits ForCaller(Caller caller) => throw new NotSupportedException();

        public HolderLimits ForRoute(Caller caller, Plan route) => throw new NotSupportedException();
    }
}
