using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Live;

namespace DroneDelivery.Lab.Tests.Live;

/// <summary>Seconds and traces made by hand.</summary>
internal static class Snapshots
{
    public static readonly DateTimeOffset Start = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    public static LiveSettings Settings { get; } = new("deliveryId", 0, 900, 47, LiveSettings.NoFault, 20);

    public static SettingChoices Choices { get; } = new(
        ["deliveryId", "ownerId"], [new("none", "nothing"), new("hot-key", "One hot key")], 500);

    public static LiveSnapshot At(int second, double requestsPerSecond = 10) => new(
        Start.AddSeconds(second),
        "Test 1: baseline",
        new LiveLoad("measuring", second, 45, 20, 3, requestsPerSecond, 0, new(100), new(200), new(300), second * 10, 0),
        new LiveCosmos(
            "deliveriesByDeliveryId",
            "/deliveryId",
            900,
            new Dictionary<string, double> { ["200"] = 90, ["429"] = 5 },
            [new LivePartition("0", 50, 100), new LivePartition("1", 120, 100)],
            9,
            28.9),
        [new LiveProcess("gateway", 0.25, 80)],
        new LiveTraceCounts(100, 50));

    public static SpanRecord Span(
        string trace, string id, string? parent, double startMs, double durationMs, params (string Name, string Value)[] attributes) => new(
        (long)(startMs * 1e6),
        (long)(durationMs * 1e6),
        false,
        attributes.ToDictionary(attribute => attribute.Name, attribute => attribute.Value))
        {
            TraceId = trace,
            SpanId = id,
            ParentSpanId = parent,
            Service = parent is null ? "gateway" : "delivery",
            Name = parent is null ? "GET /api/invoices/{ownerId}" : "work",
            Kind = parent is null ? "server" : "client",
        };
}
