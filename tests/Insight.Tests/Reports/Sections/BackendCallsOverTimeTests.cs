using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Reports.Sections;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Reports.Sections;

public sealed class BackendCallsOverTimeTests
{
    [Fact]
    public void Draw_CallsThatGetSlower_HasALineForEachBackendTheSlowestFirst()
    {
        var chart = Assert.IsType<LineChart>(Draw(
            Trace("first", second: 1, utilizationMs: 100), Trace("same part", 2, 140), Trace("last", 50, 300)));

        // A part of 60 s is 2.5 s long.
        Assert.Equal(["delivery utilization", "package summary"], chart.Lines.Select(line => line.Name));
        Assert.Equal([(1.25, 120), (51.25, 300)], chart.Lines[0].Points.Select(point => (point.X, point.Y)));
        Assert.Equal([(1.25, 7), (51.25, 7)], chart.Lines[1].Points.Select(point => (point.X, point.Y)));
        Assert.StartsWith("delivery utilization takes 120 ms at first and 300 ms at the end.", chart.Description);
    }

    [Fact]
    public void Draw_TracesThatWereKeptForBeingSlowOrBeforeTheLoad_AreLeftOut()
    {
        var chart = Assert.IsType<LineChart>(Draw(Trace("extra", 1, 900), Trace("before", -5, 900), Trace("during", 30, 50)));

        Assert.Equal([(31.25, 50)], chart.Lines[0].Points.Select(point => (point.X, point.Y)));
    }

    [Fact]
    public void Draw_NoTrace_SaysSo() => Assert.IsType<MissingChart>(Draw());

    private static Chart Draw(params IEnumerable<SpanRecord>[] traces)
    {
        var record = SampleRecords.Run with { Load = SampleRecords.Run.Load with { DurationSeconds = 60 } };
        var samples = new RunSamples([.. traces.SelectMany(spans => spans)], [], [], []) { ExtraTraces = ["extra"] };
        return BackendCallsOverTime.Chart.DrawAll([ReportRun.FromRecord(record, samples, RunAnswers.None, 1)])[0];
    }

    private static IReadOnlyList<SpanRecord> Trace(string id, int second, double utilizationMs)
    {
        var start = SampleRecords.Run.Manifest.StartedAt.ToUnixTimeMilliseconds() + (second * 1_000);
        return TraceBuilder.Invoice(id, utilizationMs + 10, start).Call("package", "/packages/summary", 5, 7).Spans;
    }
}
