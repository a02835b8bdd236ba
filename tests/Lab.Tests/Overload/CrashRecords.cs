using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Overload;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Lab.Tests.Overload;

/// <summary>Simulated runs with a crash: a kill after 10 s, a restart after 30 s, and the end of the load after 50 s.</summary>
internal static class CrashRecords
{
    public const int Kill = 10;
    public const int Restart = 30;
    public const int End = 50;

    private static readonly int[] Ports = [1, 2, 3];
    private static readonly DateTimeOffset Start = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>Ten requests a second.</summary>
    /// <param name="end">How the requests of a second end.</param>
    public static IEnumerable<Attempt> Attempts(Func<int, AttemptOutcome> end) =>
        from second in Enumerable.Range(0, End + 8)
        from request in Enumerable.Range(0, 10)
        select new Attempt(second + (request / 10.0), 0.1, end(second), IsRetry: false);

    /// <summary>The gateway's counter of calls: 30 in each second, of which the Delivery that crashes gets some.</summary>
    /// <param name="toKilled">The calls to it that end in each second.</param>
    public static IEnumerable<MetricSample> Calls(Func<int, int> toKilled)
    {
        var (killed, others) = (1_000, 1_000);
        for (var second = 0; second < End; second++)
        {
            yield return Sample(second, port: 1, others);
            yield return Sample(second, port: 2, killed);
            yield return Sample(second, port: 3, others);
            killed += toKilled(second);
            others += (30 - toKilled(second)) / 2;
        }
    }

    /// <summary>A sample of the gateway's counter of calls, at 0.25 s after the start of a second.</summary>
    public static MetricSample Sample(int second, int port, double value, string? more = null) => Metric(
        "http.client.request.duration.count",
        string.Join(',', new[] { more, $"server.port={port}" }.OfType<string>()),
        second,
        value);

    public static MetricSample Metric(string name, string attributes, int second, double value) =>
        new("gateway", name, attributes, (Start.AddSeconds(second + 0.25) - DateTimeOffset.UnixEpoch).Ticks * 100, value);

    public static IReadOnlyList<CallInterval> Intervals(params IEnumerable<MetricSample> metrics) =>
        CallInterval.FromMetrics(metrics, Ports, Start);

    /// <param name="seconds">The duration of the run.</param>
    public static RunData Data(IEnumerable<Attempt> attempts, IEnumerable<MetricSample> metrics, double seconds = End + 8)
    {
        var settings = new OverloadSettings(
            CrashLab.Shape, OverloadLab.Adaptive, new OverloadGoal(15, TimeSpan.FromSeconds(0.5)), 500, 15, true, 4)
        {
            DeliveryPorts = Ports,
        };
        var run = SampleRecords.Run;
        return new RunData(
            run with
            {
                Manifest = run.Manifest with
                {
                    Lab = OverloadLab.Name,
                    Scenario = "crash-adaptive",
                    Configuration = OverloadSettings.FlagsOf(TuningLab.OwnerKey),
                    LabSettings = settings.ToJson(),
                    StartedAt = Start,
                },
                Load = run.Load with { DurationSeconds = seconds, PlannedSeconds = End + 8 },
            },
            RunSamples.None with { Attempts = [.. attempts], Metrics = [.. metrics] });
    }

    public static OverloadRun Run(IEnumerable<Attempt> attempts, params IEnumerable<MetricSample> metrics) =>
        Assert.Single(OverloadFigures.FromRuns([Data(attempts, metrics)]).Runs);

    /// <summary>A crash that only the requests in flight notice.</summary>
    public static CrashFigures Harmless => Run(
        Attempts(_ => AttemptOutcome.Answered),
        Calls(second => second is < Kill or > Restart ? 10 : second == Kill ? 2 : 0)).Crash!;
}
