using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Engine.Histograms.Hdr;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Http;

public sealed class HttpCommandTests : ServedTests
{
    [Fact]
    public async Task Http_OpenLoop_SaysWhatWasAskedSentAndMeasuredAsync()
    {
        var run = await UntilOneSucceedsAsync("GET", Server.Address, "--open", "200/s");

        Assert.StartsWith(
            $"GET {Server.Address}/, HTTP/1.1, open loop, 200/s for 60 s, evenly spaced, at most 1,000 in flight", run.Output);
        Assert.Matches(@"asked +200\.0/s +12,000 in 60 s", run.Output);
        Assert.InRange(Server.Requests, 1, Sent(run));
        Assert.Matches(@"latency +\d.*from the scheduled moment", run.Output);
        Assert.Matches(@"service time +\d.*from sending", run.Output);
        Assert.Matches("The generator was (not the limit|late|short of CPU)|The machine was disturbed", run.Output);
    }

    // The count, the row of latencies and the threshold are of the same requests.
    [Fact]
    public async Task Http_RequestsWithoutAnAnswer_AreErrorsEverywhereAsync()
    {
        var run = await HttpAsync($"{Server.Address}/hang", "--users", "2", "--for", "5s", "--threshold", "errors<1%");

        Assert.Matches(@"errors +[\d.]+/s +([12]) \(100\.00 ?%\): unanswered \1", run.Output);
        Assert.Matches(@"errors +at least [\d,]+ ", run.Output);
        Assert.Contains("errors<1%", run.Output);
    }

    [Fact]
    public async Task Http_Users_AreSaidToWaitAndThinkAsync()
    {
        var run = await HttpAsync(Server.Address, "--users", "3", "--think", "exp:5ms", "--for", "300ms", "--warm-up", "100ms");

        Assert.Contains(
            "closed loop, 3 users for 0.3 s, think time 5 ms on average, exponential, after 0.1 s of warm-up", run.Output);
        Assert.Matches(@"connections +[0-3] opened", run.Output);
        Assert.DoesNotContain("asked", run.Output);
    }

    [Theory]
    [InlineData("0..100/s:200ms, 100/s:200ms", "open loop, 0 to 100/s in 0.2 s, 100/s for 0.2 s", 30)]
    [InlineData("100/s:100ms", "open loop, 100/s for 0.1 s", 10)]
    public async Task Http_StagesOfRates_AreFollowedAsync(string stages, string words, int requests)
    {
        var run = await HttpAsync(Server.Address, "--stages", stages);

        Assert.Contains(words, run.Output);
        Assert.Matches($@"asked +[\d.]+/s +{requests} in", run.Output);
        Assert.InRange(Sent(run), Server.Requests, requests);
    }

    [Fact]
    public async Task Http_StagesOfUsers_AreFollowedAsync()
    {
        var run = await HttpAsync(Server.Address, "--stages", "1..4:200ms,4:100ms", "--pace", "20ms");

        Assert.Contains("closed loop, 1 to 4 users in 0.2 s, 4 users for 0.1 s, a request every 20 ms", run.Output);
        Assert.InRange(Server.Requests, 0, 60);
    }

    [Theory]
    [InlineData("--users", "4", "closed loop, 4 users, 57 requests, after 0.1 s of warm-up")]
    [InlineData("--open", "2000/s", "open loop, 2,000/s, 57 requests, evenly spaced, at most 1,000 in flight")]
    public async Task Http_NumberOfRequests_IsSentExactlyAndTheWarmUpIsExtraAsync(string loop, string value, string words)
    {
        var run = await HttpAsync(Server.Address, loop, value, "-n", "57", "--warm-up", "100ms");

        Assert.Contains(words, run.Output);
        Assert.Equal((0, 57), (run.ExitCode, Sent(run)));
        Assert.Equal(Server.Requests, 57 + Count(run, @"asked +57 requests, and ([\d,]+) before, in the warm-up"));
        var written = await WrittenRun().ReadRecordAsync(TestContext.Current.CancellationToken);
        Assert.Equal(("57 requests", 57, null), (written.Manifest.Mode, written.Load.PlannedRequests, written.Load.PlannedSeconds));
        Assert.Equal(57, written.Load.Successful);
    }

    [Fact]
    public async Task Http_FewerRequestsThanUsersByDefault_HasFewerUsersAsync()
    {
        var run = await HttpAsync(Server.Address, "--requests", "3");

        Assert.Contains("closed loop, 3 users, 3 requests", run.Output);
        Assert.Equal(3, Server.Requests);
    }

    [Fact]
    public async Task Http_ConnectionsOfTheWarmUp_AreCountedApartAsync()
    {
        var run = await UntilOneSucceedsAsync(Server.Address, "--users", "1", "--warm-up", "1s", "--new-connections");

        // Each request has a connection of its own. The last one may be cut off, and so be no request.
        var (measured, before) = (
            Count(run, @"connections +([\d,]+) opened"), Count(run, @"; ([\d,]+) opened before, in the warm-up"));
        Assert.InRange(measured, 1, Sent(run) + 1);
        Assert.InRange(before + measured, Server.Requests, Server.Requests + 1);
    }

    [Fact]
    public async Task Http_Replay_MakesTheRecordedRequestsFasterAsync()
    {
        var file = In("arrivals.csv");
        await File.WriteAllTextAsync(file, "offset_seconds\n0\n0.5\n0.9\n", TestContext.Current.CancellationToken);

        var run = await HttpAsync(Server.Address, "--replay", file, "--speed", "4");

        Assert.Contains("arrivals.csv at 4 times its speed", run.Output);
        Assert.Matches(@"asked +12\.0/s +3 in", run.Output);
        Assert.InRange(Server.Requests, 0, 3);
    }

    [Fact]
    public async Task Http_BodyAndHeaders_AreSentAsync()
    {
        var run = await UntilOneSucceedsAsync(
            $"{Server.Address}/items", "--body", """{"a":1}""", "-H", "X-One: 1", "--header", "X-Two: b: c", "--check", "status==201", "--users", "1");

        Assert.StartsWith("POST ", run.Output);
        Assert.Equal("""{"a":1}""", Server.LastBody);
        Assert.Equal(
            ("1", "b: c", "application/json"),
            (Server.LastHeaders["X-One"], Server.LastHeaders["X-Two"], Server.LastHeaders["Content-Type"]));
    }

    [Fact]
    public async Task Http_ThresholdsMetAndMissed_ExitsWithThreeAsync()
    {
        var run = await UntilOneSucceedsAsync(Server.Address, "--users", "1", "--quiet", "--threshold", "errors==0");

        Assert.Equal(3, run.ExitCode);
        Assert.Matches(@"^met: errors==0 \(errors was 0\); one run, no interval\nmissed: max<1us \(max was [\d.]+[mu]?s\); one run, no interval\s*$", run.Output);
        Assert.Empty(run.Error);
    }

    [Fact]
    public async Task Http_QuietWithoutThresholds_PrintsNothingAsync()
    {
        var run = await HttpAsync($"{Server.Address}/", "--users", "1", "--for", "1s", "--quiet");

        Assert.Empty(run.Output);
    }

    [Fact]
    public async Task Http_Abort_EndsLongBeforeItsTimeAsync()
    {
        var run = await HttpAsync(
            $"{Server.Address}/fail", "--open", "100/s", "--for", "60s", "--threshold", "errors<1%", "--abort");

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("Stopped by errors<1%: figures cover the time until then.", run.Output);
        Assert.Matches(@"errors .*100\.00 %\): HTTP 503 \d+", run.Output);
        Assert.InRange(Server.Requests, 60, 3_000);
    }

    [Fact]
    public async Task Http_CheckThatDoesNotHold_IsAnErrorOfItsOwnAsync()
    {
        var run = await HttpAsync(
            Server.Address, "--users", "1", "--for", "60s", "--check", "body contains bye", "--threshold", "errors==0",
            "--abort");

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("body lacks 'bye'", run.Output);
    }

    [Fact]
    public async Task Http_NothingSucceeds_IsAFailureAsync()
    {
        var run = await HttpAsync($"{Server.Address}/fail", "--users", "1", "--for", "300ms");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("No request succeeded (", run.Error);
    }

    [Fact]
    public async Task Http_FilesAskedFor_AreWrittenAsync()
    {
        await UntilOneSucceedsAsync(
            Server.Address, "--open", "100/s", "--json", In("deep/a.json"), "--csv", In("a.csv"), "--junit", In("a.xml"), "--hdr",
            In("a.hdr"));

        using var json = JsonDocument.Parse(
            await File.ReadAllTextAsync(In("deep/a.json"), TestContext.Current.CancellationToken));
        var completed = json.RootElement.GetProperty("completed").GetInt64();
        Assert.InRange(completed, 1, Server.Requests);
        Assert.False(json.RootElement.GetProperty("thresholds")[0].GetProperty("met").GetBoolean());
        Assert.NotInRange((await File.ReadAllLinesAsync(In("a.csv"), TestContext.Current.CancellationToken)).Length, 0, 1);
        Assert.Equal("1", XDocument.Load(In("a.xml")).Root!.Element("testsuite")!.Attribute("failures")!.Value);
        Assert.Equal([completed, completed], HistogramFile.Read(In("a.hdr")).Select(entry => entry.Histogram.Count));
    }

    [Fact]
    public async Task Http_JsonFormat_PrintsWhatTheFileHasAsync()
    {
        var run = await UntilOneSucceedsAsync(Server.Address, "--users", "1", "--json", In("a.json"), "--format", "json");

        var file = await File.ReadAllTextAsync(In("a.json"), TestContext.Current.CancellationToken);
        Assert.Equal(file, run.Output.TrimEnd());
        using var json = JsonDocument.Parse(run.Output);
        Assert.InRange(json.RootElement.GetProperty("completed").GetInt64(), 1, Server.Requests);
    }

    [Fact]
    public async Task Http_Interrupted_KeepsWhatWasMeasuredAsync()
    {
        var run = await HttpUntilAskedAsync(20, Server.Address, "--open", "100/s", "--for", "60s");

        Assert.Equal(130, run.ExitCode);
        Assert.Contains("Interrupted: figures cover the time until then.", run.Output);
        Assert.Matches(@"succeeded +\d.* cut off", run.Output);
        var record = await WrittenRun().ReadRecordAsync(TestContext.Current.CancellationToken);
        Assert.True(record.Manifest.Interrupted);
        Assert.InRange(record.Load.DurationSeconds, 0, 59);
    }

    [Fact]
    public async Task Http_InterruptedInTheWarmUp_SaysThatNothingWasMeasuredAsync()
    {
        var run = await HttpUntilAskedAsync(20, Server.Address, "--open", "100/s", "--warm-up", "10m");

        Assert.Equal(130, run.ExitCode);
        Assert.EndsWith("Interrupted during the warm-up: nothing was measured.", run.Error.TrimEnd());
        Assert.Empty(run.Output);
        Assert.Throws<LabException>(() => WrittenRun());
    }

    [Fact]
    public async Task Http_NothingListens_EndsBeforeTheRunAsync()
    {
        using var port = new UnansweredPort();

        var error = await Assert.ThrowsAsync<LabException>(() => HttpAsync($"{port.Address}", "--users", "1", "--for", "1h"));

        Assert.Equal($"Nothing listens at 127.0.0.1:{port.Address.Port}: start the program first.", error.Message);
    }

    [Theory]
    [InlineData("http", "/moved", "--http1", "Redirects are not followed")]
    [InlineData("http", "/", "--http2", "The port seems to speak HTTP/1.1 only")]
    [InlineData("https", "/", "--http1", "No TLS there, or a certificate that is not trusted")]
    public async Task Http_FailureWithAPlainCause_SaysWhatToTryAsync(string scheme, string path, string protocol, string hint)
    {
        var address = new UriBuilder(Server.Address) { Scheme = scheme, Path = path };

        var run = await HttpAsync($"{address}", "--users", "1", "--pace", "50ms", "--for", "10s", protocol);

        Assert.Equal(1, run.ExitCode);
        Assert.Contains(hint, run.Error);
    }

    /// <summary>
    /// No answer comes within a microsecond: the first one misses the threshold and ends the run, however slow the machine is.
    /// </summary>
    private Task<CommandRun> UntilOneSucceedsAsync(params string[] arguments) =>
        HttpAsync([.. arguments, "--for", "60s", "--threshold", "max<1us", "--abort"]);

    /// <summary>A request that was cut off when the run ended may never have come to the server.</summary>
    private static int Sent(CommandRun run) => Count(run, @"sent +[\d.,]+/s +([\d,]+) in [\d.]+ s");

    /// <summary>Zero where it is not there.</summary>
    private static int Count(CommandRun run, string pattern) => int.Parse(
        $"0{Regex.Match(run.Output, pattern).Groups[1].Value}", NumberStyles.AllowThousands, CultureInfo.InvariantCulture);
}
