using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Samples;

/// <summary>What a run keeps second by second and request by request, as regular as a clock.</summary>
internal static class SyntheticSamples
{
    private static readonly string[] Processes =
        ["cosmos-emulator", "delivery", "drone-scheduler", "gateway", "load-generator", "package"];
    private static readonly long Started = SampleRecords.Run.Manifest.StartedAt.ToUnixTimeMilliseconds() * 1_000_000;

    /// <summary>Everything there is to keep of <paramref name="run"/>.</summary>
    public static RunSamples Create(SyntheticRun run, int seconds, int traces)
    {
        var spans = run.Spans(traces);
        return new RunSamples(spans, [.. Requests(spans)], [.. Metrics(seconds)], [.. Usage(seconds)])
        {
            Losses = new SampleLosses { Traces = 1_234, AtSource = 5 },
        };
    }

    /// <summary>Each 100 ms longer than the gateway's span.</summary>
    public static IEnumerable<RequestRecord> Requests(IReadOnlyList<SpanRecord> spans) =>
        from root in spans
        where root.SpanId.EndsWith(TraceBuilder.Gateway, StringComparison.Ordinal)
        let due = root.StartNanoseconds - 10_000_000
        let answered = root.StartNanoseconds + root.DurationNanoseconds + 10_000_000
        select new RequestRecord(root.TraceId, 200, null, 512)
        {
            Scheduled = due - 40_000_000, Due = due, Sent = due, Answered = answered, Done = answered + 40_000_000,
        };

    /// <summary>A pool of 8 threads, a queue as long as the second's last digit, 3 ms of pauses in each second.</summary>
    public static IEnumerable<MetricSample> Metrics(int seconds) =>
        from second in Enumerable.Range(0, seconds)
        from service in new[] { "delivery", "gateway" }
        let time = Started + (second * 1_000_000_000L)
        from sample in new[]
        {
            new MetricSample(service, "dotnet.thread_pool.thread.count", "", time, 8),
            new MetricSample(service, "dotnet.thread_pool.queue.length", "", time, second % 10),
            new MetricSample(service, "dotnet.gc.pause.time", "", time, 0.5 + (second * 0.003)),
            new MetricSample(service, "dotnet.gc.collections", "gc.heap.generation=gen0", time, 10 + second),
            new MetricSample(service, "dotnet.gc.collections", "gc.heap.generation=gen1", time, second / 2),
        }
        select sample;

    private static IEnumerable<ProcessSample> Usage(int seconds) =>
        from second in Enumerable.Range(0, seconds)
        from process in Processes.Index()
        select new ProcessSample(
            process.Item,
            second,
            0.05 + (0.1 * process.Index) + (0.01 * (second % 7)),
            90 + (40 * process.Index),
            20 + process.Index,
            12);
}
