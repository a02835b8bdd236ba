using DroneDelivery.LoadTests.Lab.Live;

namespace DroneDelivery.EndToEnd.Live;

/// <summary>The lab's own live server, with seconds and traces that a test makes up.</summary>
internal sealed class ScriptedLab : IAsyncDisposable
{
    private static readonly DateTimeOffset Start = new(2026, 1, 1, 9, 0, 0, TimeSpan.Zero);

    private readonly LiveServer _server;
    private readonly LiveFeed _feed;

    private ScriptedLab(LiveServer server, LiveFeed feed) => (_server, _feed) = (server, feed);

    public Uri Address => _server.Address;

    public static async Task<ScriptedLab> StartAsync(bool readOnly = false, int port = 0)
    {
        var settings = new LiveSettings("deliveryId", 0, 900, 47, LiveSettings.NoFault, 20);
        LiveFeed? feed = null;
        var controls = readOnly ? null : new LiveControls(
            new SettingChoices(["deliveryId", "ownerId"], [new("none", "nothing"), new("hot-key", "one hot key")], 500),
            () => settings,
            (changed, _) =>
            {
                var text = SettingsText.Describe(settings, changed);
                settings = changed;
                feed!.Mark(text);
                return Task.CompletedTask;
            });
        feed = new LiveFeed(controls, TimeProvider.System);
        return new ScriptedLab(
            await LiveServer.StartAsync(
                port, feed, new LiveTelemetry(() => ScriptedTraces.All, () => []), controls, TestContext.Current.CancellationToken),
            feed);
    }

    /// <summary>One second more, with one partition over its budget.</summary>
    public void Publish(int second, double requestsPerSecond) => _feed.Publish(new LiveSnapshot(
        Start.AddSeconds(second),
        "Test 1: baseline",
        new LiveLoad("running", second, null, 20, 5, requestsPerSecond, 0.5, new(400), new(700), new(900 + (second % 7)), second * 10, second)
        {
            AnswersPerSecond = new Dictionary<string, double> { ["200"] = requestsPerSecond, ["503"] = 0.5 },
        },
        new LiveCosmos(
            "deliveriesByDeliveryId",
            "/deliveryId",
            900,
            new Dictionary<string, double> { ["200"] = 90 + (second % 5), ["429"] = 10 },
            [.. Enumerable.Range(0, 9).Select(id => new LivePartition($"{id}", 10 * (id + (second % 4)), 100))],
            9.2,
            28.9),
        [new LiveProcess("gateway", 0.2, 90), new LiveProcess("delivery", 0.3, 120)],
        new LiveTraceCounts(100, 3))
    {
        UsagePerSecond = new Dictionary<string, double> { ["c779c292bbur0"] = 12 + (second % 3), ["none"] = 2 },
    });

    public ValueTask DisposeAsync() => _server.DisposeAsync();
}
