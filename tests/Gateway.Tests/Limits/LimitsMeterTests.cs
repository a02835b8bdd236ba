using System.Diagnostics.Metrics;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;
using DroneDelivery.Gateway.Plans;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Limits;

public sealed class LimitsMeterTests : IDisposable
{
    private readonly ServiceProvider _services = new ServiceCollection().AddMetrics().BuildServiceProvider();
    private readonly RecordedMeasurements _measured;

    public LimitsMeterTests() => _measured = new RecordedMeasurements(_services.GetRequiredService<IMeterFactory>());

    [Fact]
    public void Instruments_HaveTheirNamesUnitsAndDescriptions()
    {
        _ = Create(areLocal: true);

        Assert.Equal(
            [
                "gateway.limits.alone  1 while this gateway counts limits alone, else 0.",
                "gateway.limits.refused {request} Requests refused because of a limit of their key's plan.",
            ],
            _measured.Instruments);
    }

    [Fact]
    public void Refused_NamesTheLimitThePlanAndTheRouteIfItIsOne()
    {
        var meter = Create(areLocal: true);

        meter.Refused(LimitKind.Day, new Plan("free"));
        meter.Refused(LimitKind.Rate, new Plan("free") { Route = "invoices" });
        meter.Refused(LimitKind.Concurrency, new Plan("standard"));

        Assert.Equal(
            [("limit=day plan=free", 1), ("limit=rate plan=free route=invoices", 1), ("limit=concurrency plan=standard", 1)],
            _measured.Find("gateway.limits.refused"));
    }

    [Theory]
    [InlineData(true, 1)]
    [InlineData(false, 0)]
    public void Alone_WhileRedisCountsNothing_IsOne(bool areLocal, long expected)
    {
        _ = Create(areLocal);

        Assert.Equal(expected, _measured.Of("gateway.limits.alone", ""));
    }

    public void Dispose()
    {
        _measured.Dispose();
        _services.Dispose();
    }

    private LimitsMeter Create(bool areLocal) =>
        new(_services.GetRequiredService<IMeterFactory>(), new KnownLimits(areLocal));

    private sealed class KnownLimits(bool areLocal) : ILimits
    {
        public bool AreLocal => areLocal;

        public HolderLimits ForCaller(Caller caller) => throw new NotSupportedException();

        public HolderLimits ForRoute(Caller caller, Plan route) => throw new NotSupportedException();
    }
}
