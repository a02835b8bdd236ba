using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Engine.Histograms.Hdr;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.Exports;

/// <summary>Scripts for k6, checked by node and run against a stand-in for k6's modules.</summary>
public sealed partial class K6ExportTests : IDisposable
{
    private const int Iterations = 200;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Export_Tuning_AsksForInvoicesAndThinksAsync()
    {
        var seen = await RunAsync("tuning", "tuning.js", "--for", "40s", "--threshold", "p99<900ms", "--threshold", "errors<1%");

        var measured = seen.GetProperty("options").GetProperty("scenarios").GetProperty("measured");
        var stages = measured.GetProperty("stages").EnumerateArray().ToList();
        Assert.Equal("ramping-vus", measured.GetProperty("executor").GetString());
        Assert.Equal(1, measured.GetProperty("startVUs").GetInt32());
        Assert.Equal(Enumerable.Range(1, 40), Holds(stages).Select(stage => stage.GetProperty("target").GetInt32()));
        Assert.All(Holds(stages), stage => Assert.Equal("1000ms", stage.GetProperty("duration").GetString()));
        Assert.All(Strings(seen, "requests", "url"), url => Assert.Matches(Invoice(), url));
        Assert.True(Strings(seen, "requests", "url").Distinct().Count() > Iterations);
        Assert.Equal([2], Numbers(seen, "seeds"));
        Assert.Equal(["p(99)<900"], Threshold(seen, "latency"));
        Assert.Equal(["rate<0.01"], Threshold(seen, "http_req_failed{scenario:measured}"));

        // A think time of 300 ms and a network of 120 ms, half of it before and half after the request.
        Assert.InRange(Numbers(seen, "sleeps").Sum() / (2 * Iterations), 0.36, 0.48);
    }

    [Fact]
    public async Task Export_AnyScript_CountsTheMeasuredPartOnlyAsync()
    {
        var seen = await RunAsync("http://127.0.0.1:5000/", "load.js", "--users", "3", "--warm-up", "2s");

        var metrics = seen.GetProperty("metrics");
        var errors = metrics.GetProperty("errors").GetArrayLength();
        Assert.Equal(2 * Iterations, seen.GetProperty("requests").GetArrayLength());
        Assert.Equal(Iterations / 10, errors);
        Assert.Equal(Iterations - errors, metrics.GetProperty("successes").GetArrayLength());
        Assert.Equal(Iterations, metrics.GetProperty("latency").GetArrayLength());
    }

    [Fact]
    public async Task Export_WithALogOfLatency_IsReadByMergeAsync()
    {
        var log = Path.Combine(_folder.FullName, "k6-1.log");
        var printed = await RunAsync(["LOG_LATENCY=true"], "tuning", "tuning.js");
        await File.WriteAllTextAsync(log, printed, TestContext.Current.CancellationToken);

        var merged = await CommandRun.RunAsync(MergeCommand.Create(), log, "--hdr", $"{log}.hdr");

        var latency = LatencyLog.Read(HistogramFile.Read($"{log}.hdr"));
        Assert.Equal(0, merged.ExitCode);
        Assert.Equal((Iterations * 9 / 10, Iterations / 10), (latency.Successes.Count, latency.Unfinished.Count));
    }

    /// <summary>A tenth of the requests fails: they exceed any limit on p95, as they do with a threshold of ours.</summary>
    [Fact]
    public async Task Export_ThresholdOnLatency_CountsFailuresAsExceedingItAsync()
    {
        var seen = await RunAsync("http://127.0.0.1:5000/", "load.js", "--users", "1", "--warm-up", "0", "-t", "p95<60s");

        var latencies = seen.GetProperty("metrics").GetProperty("latency").EnumerateArray().Select(each => each.GetDouble()).Order().ToList();
        Assert.Equal(["p(95)<60000"], Threshold(seen, "latency"));
        Assert.Equal(Iterations, latencies.Count);
        Assert.True(latencies[(int)(0.95 * Iterations) - 1] > 60_000, "a failure is within the limit");
        Assert.True(latencies[(int)(0.85 * Iterations) - 1] < 1_000, "a success is not");
    }

    [Fact]
    public async Task Export_ConstantRate_IsAConstantArrivalRateAsync()
    {
        var seen = await RunAsync(
            "http://127.0.0.1:5000/a?b=c", "load.js", "--open", "7.5/s", "--for", "20s", "--warm-up", "0", "--threshold",
            "dropped==0");

        var measured = seen.GetProperty("options").GetProperty("scenarios").GetProperty("measured");
        Assert.Equal("constant-arrival-rate", measured.GetProperty("executor").GetString());
        Assert.Equal((450, "60s", "20000ms"), (
            measured.GetProperty("rate").GetInt32(),
            measured.GetProperty("timeUnit").GetString(),
            measured.GetProperty("duration").GetString()));
        Assert.Equal("http://127.0.0.1:5000/a?b=c", Strings(seen, "requests", "url")[0]);
        Assert.Equal(["count==0"], Threshold(seen, "dropped_iterations{scenario:measured}"));
        Assert.Equal(0, Numbers(seen, "sleeps").Sum());
    }

    [Theory]
    [InlineData("0.005/s", 3, "600s")]
    [InlineData("0.0001/s", 6, "60000s")]
    [InlineData("0.123457/s", 7_407, "60000s")]
    public async Task Export_RateThatIsNoWholeNumberAMinute_IsOneOfALongerTimeAsync(string rate, int whole, string unit)
    {
        var seen = await RunAsync("http://127.0.0.1:5000/", "load.js", "--open", rate, "--for", "1h", "--warm-up", "1m");

        Assert.All(seen.GetProperty("options").GetProperty("scenarios").EnumerateObject(), scenario => Assert.Equal(
            (whole, unit), (scenario.Value.GetProperty("rate").GetInt32(), scenario.Value.GetProperty("timeUnit").GetString())));
    }

    /// <summary>
    /// Here a redirect is an error; k6 follows ten, and takes up to 399 for a success, unless it is told otherwise.
    /// </summary>
    [Fact]
    public async Task Export_AnyScript_TakesARedirectForAnErrorAsync()
    {
        var seen = await RunAsync("http://127.0.0.1:5000/", "load.js", "--users", "1");

        Assert.Equal(0, seen.GetProperty("options").GetProperty("maxRedirects").GetInt32());
        Assert.Equal("""[{"min":200,"max":299}]""", seen.GetProperty("expected").GetRawText());
    }

    [Fact]
    public async Task Export_SmallShareOfErrors_KeepsItsDigitsAsync()
    {
        var seen = await RunAsync("tuning", "tuning.js", "--for", "40s", "--threshold", "errors<0.0000001%");

        Assert.Equal(["rate<0.000000001"], Threshold(seen, "http_req_failed{scenario:measured}"));
    }

    [Fact]
    public async Task Export_Stages_AreARampingArrivalRateWithJumpsAsync()
    {
        var seen = await RunAsync(
            "http://127.0.0.1:5000/", "load.js", "--stages", "0..500/s:30s, 100/s:20s", "-t", "rate>=100", "-t", "errors==0");

        var measured = seen.GetProperty("options").GetProperty("scenarios").GetProperty("measured");
        var stages = measured.GetProperty("stages").EnumerateArray().Select(
            stage => (stage.GetProperty("duration").GetString(), stage.GetProperty("target").GetInt32()));
        Assert.Equal("ramping-arrival-rate", measured.GetProperty("executor").GetString());
        Assert.Equal([("30000ms", 30_000), ("0s", 6_000), ("20000ms", 6_000)], stages);
        Assert.Equal(["count>=5000"], Threshold(seen, "successes"));
        Assert.Equal(["count==0"], Threshold(seen, "errors"));
    }

    [Fact]
    public async Task Export_BodyAndHeaders_AreSentAsTheyAreAsync()
    {
        var seen = await RunAsync(
            "http://127.0.0.1:5000/items", "load.js", "--users", "1", "--pace", "1s", "--body", """{"a":"b's `${x}`"}""", "-H", "X-One: \"1\"");

        var request = seen.GetProperty("requests")[0];
        Assert.Equal("POST", request.GetProperty("method").GetString());
        Assert.Equal("""{"a":"b's `${x}`"}""", request.GetProperty("body").GetString());
        Assert.Equal("\"1\"", request.GetProperty("headers").GetProperty("X-One").GetString());
        Assert.InRange(Numbers(seen, "sleeps").Sum() / (2 * Iterations), 0.9, 1);
    }

    [Theory]
    [InlineData(300)]
    [InlineData(100_000)]
    public async Task Export_BodyThatIsNoShortText_IsSentByteForByteAsync(int length)
    {
        var body = Enumerable.Range(0, length).Select(each => (byte)(each * 7)).ToArray();
        var file = Path.Combine(_folder.FullName, "photo.bin");
        await File.WriteAllBytesAsync(file, body, TestContext.Current.CancellationToken);

        var seen = await RunAsync("http://127.0.0.1:5000/items", "load.js", "--users", "1", "--body-file", file);

        var request = seen.GetProperty("requests")[0];
        Assert.Equal(body, request.GetProperty("body").GetProperty("base64").GetBytesFromBase64());
        Assert.Equal("application/octet-stream", request.GetProperty("headers").GetProperty("Content-Type").GetString());
    }

    [Fact]
    public async Task Export_LongTextOfSomeAlphabet_IsSentByteForByteAsync()
    {
        var body = "\"\u2028\uFEFF" + string.Concat(Enumerable.Repeat("Łódź €𝄞\r\n", 2_000));
        var file = Path.Combine(_folder.FullName, "text.txt");
        await File.WriteAllTextAsync(file, body, TestContext.Current.CancellationToken);

        var seen = await RunAsync("http://127.0.0.1:5000/items", "load.js", "--users", "1", "--body-file", file);

        var bytes = seen.GetProperty("requests")[0].GetProperty("body").GetProperty("base64").GetBytesFromBase64();
        Assert.Equal(body, Encoding.UTF8.GetString(bytes));
    }

    private static IEnumerable<JsonElement> Holds(IEnumerable<JsonElement> stages) =>
        stages.Where(stage => stage.GetProperty("duration").GetString() != "0s");

    private static List<string> Strings(JsonElement seen, string list, string name) =>
        [.. seen.GetProperty(list).EnumerateArray().Select(each => each.GetProperty(name).GetString()!)];

    private static List<double> Numbers(JsonElement seen, string list) =>
        [.. seen.GetProperty(list).EnumerateArray().Select(each => each.GetDouble())];

    private static IEnumerable<string?> Threshold(JsonElement seen, string metric) =>
        seen.GetProperty("options").GetProperty("thresholds").GetProperty(metric).EnumerateArray().Select(
            each => each.GetString());

    [GeneratedRegex(@"^http://127\.0\.0\.1:5000/api/invoices/owner-\d{4}\?year=20\d\d&month=\d{1,2}$")]
    private static partial Regex Invoice();

    /// <summary>What the stand-in saw.</summary>
    private async Task<JsonElement> RunAsync(string target, string file, params string[] options)
    {
        using var seen = JsonDocument.Parse(await RunAsync([], target, file, options));
        return seen.RootElement.Clone();
    }

    /// <summary>Exports, lets node check the script's syntax, runs it, and returns what it and the stand-in printed.</summary>
    private async Task<string> RunAsync(string[] environment, string target, string file, params string[] options)
    {
        var export = await CommandRun.RunAsync(
            ExportCommand.Create(TimeProvider.System), ["k6", target, .. options, "--output", _folder.FullName]);
        Assert.Equal(0, export.ExitCode);
        var script = Path.ChangeExtension(Path.Combine(_folder.FullName, file), ".mjs");
        File.Move(Path.Combine(_folder.FullName, file), script);
        var modules = Directory.CreateDirectory(Path.Combine(_folder.FullName, "node_modules", "k6")).FullName;
        foreach (var part in Directory.EnumerateFiles(Path.Combine(AppContext.BaseDirectory, "Exports", "K6StandIn")))
        {
            File.Copy(part, Path.Combine(modules, Path.GetFileName(part)));
        }

        await Node.RunAsync("--check", script);
        return await Node.RunAsync([Path.Combine(modules, "run.js"), script, $"{Iterations}", .. environment]);
    }
}
