namespace DroneDelivery.Lab.Tests.Import;

/// <summary>The figures of each load generator's files.</summary>
public sealed class LoadGeneratorFilesTests : IDisposable
{
    private readonly ImportedFiles _files = new();

    public void Dispose() => _files.Dispose();

    [Fact]
    public async Task K6_Points_AreRequestsBySecondAsync()
    {
        var (_, run, _) = await _files.ImportAsync(ImportedFiles.Sample("k6.json"));

        var load = run.Record.Load;
        Assert.Equal((13, 11, 2), (load.Sent, load.Successful, load.NotSuccessful));
        Assert.Equal(new Dictionary<string, long> { ["HTTP 503"] = 1, ["timeout"] = 1 }, load.ErrorsByReason);
        // A point has the end of its request, in a time zone of one hour.
        Assert.Equal(new DateTimeOffset(2026, 11, 26, 9, 12, 32, 999, TimeSpan.Zero), run.Record.Manifest.StartedAt);
        Assert.Equal(3.501, load.DurationSeconds, 6);
        Assert.Equal([4L, 3, 5, 1], load.Seconds.Select(second => second.Successful + second.Failed));
        Assert.Equal([2, 3, 4, null], load.Seconds.Select(second => second.Users));
        Assert.Equal([4L, 4, 5, 0], load.Seconds.Select(second => second.Sent));
        Assert.Equal([0, 1, 1, 0], load.Seconds.Select(second => second.InFlight));
        Assert.Equal(122.5, load.Latency.P50Ms!.Value, 1);
        // The request that timed out waited at least that long.
        Assert.Equal(["mean", "max", "p95", "p99", "p99.9", "p99.99"], load.Latency.AtLeast);
        Assert.Equal("sending", run.Record.LatencyFrom);
        Assert.Equal(13, run.Samples.Requests.Count);
        Assert.Equal(4, run.Samples.SecondLatencies.Count);
    }

    [Fact]
    public async Task K6_WithTracesOfTheSameRun_HasTheRequestsOfK6AndTheirTracesAsync()
    {
        var (_, run, output) = await _files.ImportAsync(ImportedFiles.Sample("k6.json"), ImportedFiles.Sample("otlp-traces.json"));

        Assert.Equal((13, 49), (run.Record.Load.Sent, run.Samples.Spans.Count));
        Assert.Equal(12, run.Samples.Requests.Select(request => request.TraceId).Intersect(run.Samples.Spans.Select(span => span.TraceId)).Count());
        Assert.Equal("k6 and OpenTelemetry", run.Record.Manifest.Import!.Tool);
        Assert.Equal("sending", run.Record.LatencyFrom);
        Assert.Contains("spans      49 of 12 traces; 49 of 12 traces kept", output);
    }

    [Fact]
    public async Task K6_SummaryOfHandleSummary_HasItsTotalsAsync()
    {
        var (_, run, _) = await _files.ImportAsync(ImportedFiles.Sample("k6-handle-summary.json"));

        var load = run.Record.Load;
        Assert.Equal((6_000, 5_940, 60), (load.Sent, load.Successful, load.ClientErrors));
        Assert.Equal((30.0123, 48.2, 42.5), (load.DurationSeconds, load.Latency.MeanMs, load.Latency.P50Ms));
        Assert.Equal((120.6, null, 49.1), (load.Latency.P95Ms, load.Latency.P99Ms, load.Successes!.MeanMs));
        Assert.Empty(load.Seconds);
        Assert.Contains("p75, p99 latency", run.Record.Manifest.Import!.Lacks);
    }

    [Fact]
    public async Task K6_SummaryExport_HasItsTotalsAsync()
    {
        var (_, run, _) = await _files.ImportAsync(ImportedFiles.Sample("k6-summary-export.json"));

        var load = run.Record.Load;
        Assert.Equal((5_900, 0, 310.9), (load.Successful, load.ClientErrors, load.Latency.P99Ms));
        Assert.Equal(196.6, load.RequestsPerSecond, 6);
    }

    [Fact]
    public async Task JMeter_Rows_AreRequestsWithTheirReasonsAsync()
    {
        var (_, run, output) = await _files.ImportAsync(ImportedFiles.Sample("results.jtl"));

        var load = run.Record.Load;
        Assert.Equal((10, 7), (load.Sent, load.Successful));
        Assert.Equal(
            new Dictionary<string, long> { ["HTTP 503"] = 1, ["timeout"] = 1, ["failed assertion"] = 1 }, load.ErrorsByReason);
        Assert.Equal(new DateTimeOffset(2026, 11, 26, 9, 12, 33, TimeSpan.Zero), run.Record.Manifest.StartedAt);
        Assert.Equal((2, 512), (load.Seconds[0].Users, run.Samples.Requests[0].Bytes));
        Assert.Equal([503], run.Samples.Requests.Where(request => request.Status is > 0 and not 200).Select(request => request.Status));
        Assert.Contains("results.jtl: unreadable, 1 line, the first is line 12: 'abc' is not a number of elapsed.", output);
    }

    [Fact]
    public async Task Wrk_Output_HasItsFiguresAndLowerBoundsAsync()
    {
        var (_, run, _) = await _files.ImportAsync(ImportedFiles.Sample("wrk.txt"));

        var load = run.Record.Load;
        Assert.Equal((375_900, 330), (load.Successful, load.ClientErrors));
        Assert.Equal(
            new Dictionary<string, long> { ["not 2xx or 3xx"] = 310, ["read"] = 12, ["timeout"] = 8 }, load.ErrorsByReason);
        Assert.Equal((5.2, 4.4, 8.8), (load.Latency.MeanMs, load.Latency.P50Ms, load.Latency.P90Ms));
        Assert.Equal((null, 24.1, 210), (load.Latency.P95Ms, load.Latency.P99Ms, load.Latency.MaxMs));
        Assert.True(load.Latency.P99.AtLeast, "requests that timed out are in no latency of wrk");
        Assert.Equal((30.03, "sending"), (load.DurationSeconds, run.Record.LatencyFrom));
    }

    [Fact]
    public async Task Wrk2_CorrectedLatency_CountsFromTheScheduledMomentAsync()
    {
        var printed = await File.ReadAllTextAsync(ImportedFiles.Sample("wrk.txt"), TestContext.Current.CancellationToken);
        var wrk2 = printed
            .Replace("Latency Distribution", "Latency Distribution (HdrHistogram - Recorded Latency)", StringComparison.Ordinal)
            .Replace("     99%   24.10ms", " 99.000%   24.10ms\n 99.900%   1.20s ", StringComparison.Ordinal);

        var (_, run, _) = await _files.ImportAsync(_files.Write("wrk2.txt", wrk2));

        Assert.Equal("the scheduled moment", run.Record.LatencyFrom);
        Assert.Equal((24.1, 1_200), (run.Record.Load.Latency.P99Ms, run.Record.Load.Latency.P999Ms));
    }

    /// <summary>NBomber has percentiles of successes and of failures; from them those of both do not follow.</summary>
    [Fact]
    public async Task NBomber_ReportWithFailures_HasNoPercentilesOfAllRequestsAsync()
    {
        var (_, run, _) = await _files.ImportAsync(ImportedFiles.Sample("nbomber.csv"));

        var load = run.Record.Load;
        Assert.Equal((2_970, 30, 30), (load.Successful, load.ClientErrors, load.DurationSeconds));
        Assert.Equal(((20.0 * 2_970) + (1_000.0 * 30)) / 3_000, load.Latency.MeanMs, 6);
        Assert.Null(load.Latency.P99Ms);
        Assert.StartsWith("NBomber has", load.Latency.P99.NotStated);
        Assert.Equal((77.9, 1_100), (load.Successes!.P99Ms, load.Latency.MaxMs));
    }

    [Fact]
    public async Task NBomber_ReportOfOlderVersionWithFailures_StatesNoMeanOfAllRequestsAsync()
    {
        var file = _files.Write("old.csv",
            "test_suite,test_name,scenario,duration,step_name,request_count,ok,failed,rps,min,mean,max,50_percent,75_percent,95_percent,99_percent\n"
            + "s,t,invoices,00:00:30,GET invoice,100,90,10,3,8,20,180,18,24,41,77\n");

        var (_, run, _) = await _files.ImportAsync(file);

        Assert.Null(run.Record.Load.Latency.Mean.Milliseconds);
        Assert.Equal((20, 77), (run.Record.Load.Successes!.MeanMs, run.Record.Load.Successes.P99Ms));
    }

    [Fact]
    public async Task NBomber_Statistics_HaveTheirTotalsAsync()
    {
        var (_, run, _) = await _files.ImportAsync(ImportedFiles.Sample("nbomber.json"));

        var load = run.Record.Load;
        Assert.Equal((2_400, 0, 80), (load.Successful, load.ClientErrors, load.RequestsPerSecond));
        Assert.Equal((21.4, 43.8, 80.2), (load.Latency.MeanMs, load.Latency.P95Ms, load.Latency.P99Ms));
        Assert.Null(load.Latency.P90Ms);
    }
}
