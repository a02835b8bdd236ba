using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Lab.Comparisons;
using DroneDelivery.LoadTests.Lab.Folders;
using DroneDelivery.LoadTests.Lab.Http;
using DroneDelivery.LoadTests.Lab.Http.ScenarioFiles;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Soak;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.Lab.Tests.Http.ScenarioFiles;

public sealed class ScenarioFileTests : ServedTests
{
    // The paths in the file are relative to it, and not to the current folder.
    [Fact]
    public async Task Http_Scenario_SendsItsRequestsUnderItsThresholdsAsync()
    {
        Write("owners.csv", "owner\no-1\n");
        var scenario = Scenario("""
            "base": "SERVER", "method": "POST", "target": "/items", "feed": "owners.csv", "headers": { "X-One": "a: b" },
            "body": { "owner": "{owner}" }, "checks": ["status==201"], "thresholds": ["max<1us"], "abort": true,
            "load": { "users": 1, "for": "60s", "warmUp": "0" }, // comments are allowed
            """);

        var run = await HttpAsync("--scenario", scenario);

        Assert.Equal(3, run.ExitCode);
        Assert.StartsWith($"POST {Server.Address}/items, HTTP/1.1, closed loop, 1 user for 60 s, 1 row of owners.csv", run.Output);
        Assert.Equal("""{ "owner": "o-1" }""", Server.LastBody);
        Assert.Equal(("a: b", "application/json"), (Server.LastHeaders["X-One"], Server.LastHeaders["Content-Type"]));
    }

    [Theory]
    [InlineData("closed loop, 2 users for 0.2 s", "--users", "2")]
    [InlineData("open loop, 50/s for 0.1 s", "--stages", "50/s:100ms")]
    [InlineData("open loop, 30/s for 0.1 s, Poisson, at most 9 in flight", "--for", "100ms")]
    [InlineData("open loop, 30/s, 3 requests, Poisson", "-n", "3")]
    public async Task Http_OptionsOfTheCommandLine_OverrideTheFileAsync(string load, params string[] options)
    {
        var scenario = Scenario("""
            "target": "SERVER/", "load": { "open": "30/s", "poisson": true, "maxInFlight": 9, "for": "200ms" }
            """);

        Assert.Contains(load, (await HttpAsync(["--scenario", scenario, .. options])).Output);
    }

    [Theory]
    [InlineData("closed loop, 2 users, 5 requests")]
    [InlineData("closed loop, 2 users for 0.1 s", "--for", "100ms")]
    public async Task Http_NumberOfRequestsOfTheFile_EndsTheLoadUnlessATimeIsGivenAsync(string load, params string[] options)
    {
        var scenario = Scenario("""
            "target": "SERVER/", "load": { "users": 2, "requests": 5 }
            """);

        Assert.Contains(load, (await HttpAsync(["--scenario", scenario, .. options])).Output);
    }

    [Fact]
    public async Task Http_UrlOfTheCommandLine_ReplacesThatOfTheFileAsync()
    {
        var scenario = Scenario("""
            "base": "SERVER", "method": "POST", "target": "/items", "load": { "users": 1, "pace": "10ms", "for": "200ms" }
            """);

        var run = await HttpAsync($"{Server.Address}/items/7", "--scenario", scenario);

        Assert.StartsWith($"GET {Server.Address}/items/7,", run.Output);
        Assert.Equal(["/items/7"], Server.Targets.Distinct());
    }

    [Theory]
    [InlineData("""{ "load": { "open": "fast" } }""", "$.load.open: --open takes a rate, for example 500/s or 30/m; it is 'fast'.")]
    [InlineData("""{ "load": { "users": "9" } }""", "$.load.users takes a whole number; it is \"9\".")]
    [InlineData("""{ "load": { "users": 0 } }""", "$.load.users: --users takes a whole number from 1 to 100,000; it is '0'")]
    [InlineData("""{ "load": [] }""", "$.load takes an object; it is [].")]
    [InlineData("""{ "load": { "user": 9 } }""", "$.load.user is no property: there is users, open, stages, replay,")]
    [InlineData("""{ "urls": "x" }""", "$.urls is no property: there is method, target, journey, base,")]
    [InlineData("""{ "load": { "poisson": 1 } }""", "$.load.poisson takes true or false; it is 1.")]
    [InlineData("""{ "checks": ["fine"] }""", "$.checks: --check takes \"status==201\"")]
    [InlineData("""{ "checks": ["status==200", 5] }""", "$.checks[1] takes a text; it is 5.")]
    [InlineData("""{ "thresholds": ["p99"] }""", "$.thresholds: 'p99' is no threshold")]
    [InlineData("""{ "headers": { "X-A": 5 } }""", "$.headers.X-A takes a text; it is 5.")]
    [InlineData("""{ "client": { "http": 4 } }""", "$.client.http takes 1, 2 or 3; it is 4.")]
    [InlineData("""{ "client": { "streams": 4 } }""", "$.client.streams: --streams goes with --http2 or --http3")]
    [InlineData("""{ "collect": { "otlp": 70000 } }""", "$.collect.otlp: --otlp must be a number from 0 to 65535; it is '70000'.")]
    [InlineData("""{ "collect": { "processes": ["no-such"] } }""", "$.collect.processes: --process: there is no process named 'no-such'.")]
    [InlineData("""{ "feed": "nothing.csv" }""", "$.feed: --feed takes a CSV file with a header; ")]
    [InlineData("""{ "journey": { "journeys": [{ "stages": 1 }] } }""", "$.journey: --journey ")]
    [InlineData("""{ "variants": [{}] }""", "$.variants takes two variants; it is [{}].")]
    [InlineData("""{ "variants": [{}, { "load": {} }] }""", "$.variants[1].load is no property: there is target, base, headers, processes, name.")]
    [InlineData("""{ "abort": true, "abort": true }""", "uplicate")]
    [InlineData("""[]""", "$ takes an object; it is [].")]
    [InlineData("""{ "target": "ftp://x" }""", "$.target: 'ftp://x' is no http or https address")]
    [InlineData("""{ "base": "http://127.0.0.1:1", "target": "http://127.0.0.1:2/" }""", "$.base: --base goes with an address that starts with /")]
    [InlineData("""{ "target": "http://example.com/" }""", "example.com is not this machine")]
    public async Task Http_ScenarioThatIsNone_SaysWhereAndWhatIsAllowedAsync(string json, string message)
    {
        var given = json.Contains("target", StringComparison.Ordinal) || json.Contains("journey", StringComparison.Ordinal)
            ? Array.Empty<string>()
            : ["http://127.0.0.1:1/"];
        var path = Write("shop.json", json);

        var run = await HttpAsync([.. given, "--scenario", path]);

        Assert.Equal(2, run.ExitCode);
        Assert.StartsWith($"{path}: ", run.Error);
        Assert.Contains(message, run.Error);
        Assert.Single(run.Error.TrimEnd().Split('\n'));
    }

    [Fact]
    public async Task Http_WrongOptionNextToAScenario_IsNotSaidOfTheFileAsync()
    {
        var run = await HttpAsync("--scenario", Scenario("""
            "target": "SERVER/", "thresholds": ["errors==0"]
            """), "--threshold", "p99<5");

        Assert.StartsWith("'5' in 'p99<5' is no limit of p99: it takes a time in us, ms or s", run.Error);
    }

    [Fact]
    public void Read_Variant_OverridesTheFile()
    {
        var file = ScenarioFile.Read(Scenario("""
            "base": "http://127.0.0.1:1", "method": "PUT", "target": "/a", "headers": { "X-A": "0", "X-B": "0" }, "load": { "seed": 5 },
            "variants": [{ "name": "old", "headers": { "X-A": "1" } }, { "base": "http://127.0.0.1:2", "target": "/b" }]
            """));

        var plans = new[] { HttpOptions.ReadFile(file, 0), HttpOptions.ReadFile(file, 1, "--seed", "6") };

        Assert.Equal(["old", "B"], file.VariantNames);
        Assert.Equal(["PUT http://127.0.0.1:1/a", "PUT http://127.0.0.1:2/b"], plans.Select(plan => $"{plan.Work.Method} {plan.Work.Url}"));
        Assert.Equal(["1", "0,0"], plans.Select(plan => string.Join(',', ((OneRequest)plan.Work).Request.Headers.Select(header => header.Value))));
        Assert.Equal([5UL, 6UL], plans.Select(plan => plan.Shape.Seed));
    }

    [Fact]
    public async Task Http_InlineJourney_MakesItsStepsWithTheHeadersOfTheFileAsync()
    {
        var scenario = Scenario("""
            "base": "SERVER", "headers": { "X-A": "file", "x-b": "file" }, "load": { "users": 1, "pace": "10ms", "for": "200ms" },
            "journey": { "journeys": [{ "name": "order", "steps": [{ "url": "/items", "method": "POST", "headers": { "X-B": "step" } }] }] }
            """);

        var run = await HttpAsync("--scenario", scenario);

        Assert.StartsWith("journeys of order,", run.Output);
        Assert.Equal(("file", "step"), (Server.LastHeaders["X-A"], Server.LastHeaders["X-B"]));
    }

    [Fact]
    public async Task Compare_Scenario_RunsItsVariantsInTurnAsync()
    {
        var scenario = Scenario("""
            "base": "SERVER", "load": { "users": 1, "pace": "10ms", "for": "300ms", "warmUp": "0" },
            "variants": [{ "name": "first", "target": "/" }, { "name": "second", "target": "/items/1" }]
            """);
        var compare = CompareCommand.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System);

        var run = await CommandRun.RunAsync(compare, "--scenario", scenario, "--repeats", "2", "--runs", In("runs"));

        var session = Assert.Single(Directory.GetDirectories(In("runs")));
        Assert.Equal(0, run.ExitCode);
        Assert.Matches("A first +B second", run.Output);
        Assert.Equal(
            [2, 2], new[] { "a", "b" }.Select(side => RunFolders.All(Path.Combine(session, side)).Count));
        Assert.Equal(["/", "/items/1", "/", "/items/1"], InTurn(Server.Targets));
    }

    [Fact]
    public async Task Compare_ScenarioWithoutVariants_SaysWhatIsMissingAsync()
    {
        var scenario = Scenario("""
            "target": "SERVER/"
            """);
        var compare = CompareCommand.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System);

        var run = await CommandRun.RunAsync(compare, "--scenario", scenario);

        Assert.Equal((2, $"{scenario}: $.variants: compare needs two variants to run."), (run.ExitCode, run.Error.TrimEnd()));
    }

    [Fact]
    public async Task Soak_ScenarioAndTarget_AreRefusedAsync()
    {
        var soak = SoakCommand.Create(TimeProvider.System);

        var run = await CommandRun.RunAsync(soak, "package", "--scenario", Scenario("""
            "target": "SERVER/"
            """));

        Assert.Equal((2, "--scenario has a target of its own: it goes without another."), (run.ExitCode, run.Error.TrimEnd()));
    }

    [Theory]
    [InlineData("", 10_000, HttpProtocol.Http1)]
    [InlineData(", \"client\": { \"http\": 2, \"streams\": 50 }", 200, HttpProtocol.Http2)]
    [InlineData(", \"client\": { \"connections\": 3 }", 3, HttpProtocol.Http1)]
    public async Task Target_ClientOfTheFile_CarriesTheRequestsInFlightAsync(string client, int connections, HttpProtocol protocol)
    {
        var file = ScenarioFile.Read(Scenario($"\"target\": \"SERVER/\"{client}"));
        await using var target = new HttpTarget(HttpOptions.ReadFile(file, variant: null), telemetry: null, TimeProvider.System);

        var options = target.Configure(new HttpLoadOptions { Connections = 10_000, StreamsPerConnection = 1 });

        Assert.Equal((connections, protocol), (options.Connections, options.Protocol));
    }

    /// <summary>Each run of equal items once.</summary>
    private static IEnumerable<string> InTurn(IEnumerable<string> targets)
    {
        var last = "";
        foreach (var target in targets)
        {
            if (target != last)
            {
                yield return last = target;
            }
        }
    }

    /// <returns>The path of the file.</returns>
    private string Scenario(string properties) =>
        Write("shop.json", $"{{ {properties.Replace("SERVER", Server.Address, StringComparison.Ordinal)}\n}}");
}
