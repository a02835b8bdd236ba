using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Live;

namespace DroneDelivery.EndToEnd.Live;

/// <summary>The lab's own live server, with seconds and traces that a test makes up.</summary>
internal sealed class ScriptedLab : IAsyncDisposable
{
    private static readonly DateTimeOffset Start = new(2026, 1, 1, 9, 0, 0, TimeSpan.Zero);

    private readonly LiveControls? _controls;
    private LiveServer? _server;

    private ScriptedLab(bool readOnly)
    {
        _controls = readOnly ? null : new LiveControls(
            new SettingChoices(["deliveryId", "ownerId"], [new("none", "nothing"), new("hot-key", "one hot key")], 500),
            () => Settings,
            (changed, _) =>
            {
                Feed!.Mark(SettingsText.Describe(Settings, changed));
                Settings = changed;
                return Task.CompletedTask;
            });
        Feed = new LiveFeed(_controls, TimeProvider.System);
    }

    public Uri Address => _server!.Address;

    public LiveFeed Feed { get; }

    public LiveSettings Settings { get; private set; } = new("deliveryId", 0, 900, 47, LiveSettings.NoFault, 20);

    /// <summary>The traces that are kept.</summary>
    public IReadOnlyList<SpanRecord> Traces { get; set; } = ScriptedTraces.All;

    public static async Task<ScriptedLab> StartAsync(bool readOnly = false, int port = 0)
    {
        var lab = new ScriptedLab(readOnly);
        var telemetry = new LiveTelemetry(() => lab.Traces, () => []);
        lab._server = await LiveServer.StartAsync(port, lab.Feed, telemetry, lab._controls, TestContext.Current.CancellationToken);
        return lab;
    }

    /// <summary>One second more, with one partition over its budget.</summary>
    public void Publish(int second, double requestsPerSecond, int partitions = 9, long dropped = 0) => Feed.Publish(new LiveSnapshot(
        Start.AddSeconds(second),
        "Test 1: baseline",
        new LiveLoad("running", second, null, 20, 5, requestsPerSecond, 0.5, new(400), new(700), new(900 + (second % 7)), second * 10, second)
        {
            Dropped = dropped,
            AnswersPerSecond = new Dictionary<string, double> { ["200"] = requestsPerSecond, ["503"] = 0.5 },
        },
        new LiveCosmos(
            "deliveriesByDeliveryId",
            "/deliveryId",
            partitions * 100,
            new Dictionary<string, double> { ["200"] = 90 + (second % 5), ["429"] = 10 },
            [.. Enumerable.Range(0, partitions).Select(id => new LivePartition($"{id}", 10 * (id + (second % 4)), 100))],
            9.2,
            28.9),
        [
            new LiveProcess("gateway", 0.2, 90) { DiskBytesPerSecond = 200_000 },
            new LiveProcess("delivery", 0.3, 120) { DiskBytesPerSecond = 100_000 },
        ],
        new LiveTraceCounts(100, 3))
    {
        LoopbackBytesPerSecond = 3_000_000,
        UsagePerSecond = new Dictionary<string, double> { ["c779c292bbur0"] = 12 + (second % 3), ["none"] = 2 },
    });

    public ValueTask DisposeAsync() => _server!.DisposeAsync();
}
