using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Concurrency;

namespace DroneDelivery.Lab.Tests.Concurrency;

/// <summary>Cells with round figures.</summary>
internal static class Cells
{
    /// <summary>Ten seconds; in each as many successful requests as named.</summary>
    public static RunRecord Record(string cell, params long[] successfulBySecond) => SampleRecords.Run with
    {
        Manifest = SampleRecords.Run.Manifest with { Lab = ConcurrencyLab.Name, Scenario = cell, Title = cell },
        Load = SampleRecords.Run.Load with
        {
            DurationSeconds = successfulBySecond.Length,
            Successful = successfulBySecond.Sum(),
            ClientErrors = 0,
            Seconds = [.. successfulBySecond.Select((count, second) => new SecondSample(second, 500, count, 0, 10, 10, 20))],
        },
        Cosmos = SampleRecords.Run.Cosmos with { DataCallsByStatus = new Dictionary<string, long> { ["200"] = 9_000 } },
        Processes = [new ProcessRecord("package", 1.25, 2, 100, 120), new ProcessRecord("cosmos-emulator", 0.25, 0.5, 90, 90)],
    };

    /// <summary>One sample of an instrument of the Package process, so many seconds after the start of the load.</summary>
    public static MetricSample Told(RunRecord record, double second, string name, double value, string attributes = "") => new(
        "package",
        name,
        attributes,
        (record.Manifest.StartedAt.ToUnixTimeMilliseconds() * 1_000_000) + (long)(second * 1e9),
        value);

    public static CellFigures Figures(string cell, params long[] successfulBySecond) =>
        CellFigures.FromRun(Record(cell, successfulBySecond), RunSamples.None);

    /// <summary>Three seconds with 100 successful and 300 failed requests each; nothing is known of the second one's users.</summary>
    public static CellFigures Refusing(string cell)
    {
        var record = Record(cell, 100, 100, 100);
        return CellFigures.FromRun(
            record with
            {
                Load = record.Load with
                {
                    ClientErrors = 900,
                    ErrorsByReason = new Dictionary<string, long> { ["HTTP 503"] = 890, ["timeout"] = 10 },
                    Sent = 1_200,
                    Unanswered = 0,
                    Seconds =
                    [
                        new SecondSample(0, 250, 100, 300, 2, 10, 20),
                        new SecondSample(1, null, 100, 300, LatencyValue.None, 10, 20),
                        new SecondSample(2, 500, 100, 300, 2, 10, 20),
                    ],
                },
            },
            RunSamples.None);
    }

    public static RunSamples Samples(params MetricSample[] metrics) => RunSamples.None with { Metrics = metrics };
}
