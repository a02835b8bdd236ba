using System.Text.Json;
using DroneDelivery.Lab.Tests.Commands;

namespace DroneDelivery.Lab.Tests.Http;

/// <summary>Journeys from a file, against a real server.</summary>
public sealed class HttpJourneyTests : ServedTests
{
    private const string Shop = """
        {
          // Comments are allowed.
          "base": "SERVER",
          "journeys": [{ "name": "buy", "steps": [
            {
              "name": "log in", "method": "POST", "url": "/login", "checks": ["status==200"],
              "take": { "token": { "json": "$.token" }, "item": { "regex": "id\":\"([^\"]*)" }, "type": { "header": "Content-Type" } }
            },
            { "pause": "1ms" },
            { "name": "look", "url": "/items/{item}" },
            {
              "name": "order", "url": "SERVER/items", "headers": { "X-Token": "{token}", "X-Type": "{type}" },
              "body": {"item":"{item}","who":"{who}"}, "checks": ["status==201"]
            }
          ] }]
        }
        """;

    [Fact]
    public async Task Journey_ValuesOfAnswers_AreUsedByLaterStepsAsync()
    {
        await UntilOneSucceedsAsync(Shop, "--feed", Write("who.csv", "who\nAda\n"));

        Assert.Equal(["/login", "/items/a%20b", "/items"], Server.Targets.Take(3));
        Assert.Equal("""{"item":"a b","who":"Ada"}""", Server.LastBody);
        Assert.Equal(
            ("t-1", "application/json; charset=utf-8", "session=s1"),
            (Server.LastHeaders["X-Token"], Server.LastHeaders["X-Type"], Server.LastHeaders["Cookie"]));
    }

    [Fact]
    public async Task Journey_EachCall_HasALineOfItsOwnAsync()
    {
        var json = In("a.json");
        var run = await UntilOneSucceedsAsync(Shop, "--json", json);

        Assert.StartsWith("journeys of shop.json, HTTP/1.1, closed loop, 1 user", run.Output);
        Assert.Matches(@"\nlog in  .* [1-9][\d,]* succeeded, 0 failed\n", run.Output);
        Assert.Matches(@"\norder  .* [1-9][\d,]* succeeded, 0 failed\n", run.Output);
        using var report = JsonDocument.Parse(await File.ReadAllTextAsync(json, TestContext.Current.CancellationToken));
        Assert.Equal(
            ["log in", "look", "order"],
            report.RootElement.GetProperty("calls").EnumerateArray().Select(call => call.GetProperty("name").GetString()).Order());
    }

    [Theory]
    [InlineData("""{ "name": "x", "url": "/fail" }""", "x: HTTP 503")]
    [InlineData("""{ "name": "x", "url": "/", "checks": ["body contains bye"] }""", "x: body lacks 'bye'")]
    [InlineData("""{ "name": "x", "url": "/", "take": { "id": { "json": "$.id" } } }""", "x: the answer has no id")]
    public async Task Journey_CallThatFails_EndsTheIterationUnderItsNameAsync(string step, string reason)
    {
        var run = await JourneyAsync(WithSteps(step + """, { "url": "/items/never" }"""), "--for", "60s", "-t", "errors==0", "--abort");

        Assert.Contains(reason, run.Output);
        Assert.Matches(@"\nx .* 0 succeeded, [1-9][\d,]* failed\n", run.Output);
        Assert.DoesNotContain("/items/never", Server.Targets);
    }

    [Fact]
    public async Task Journey_Weights_DecideHowOftenAsync()
    {
        const string File = """
            { "base": "SERVER", "journeys": [
              { "weight": 0, "steps": [{ "url": "/fail" }] }, { "weight": 2, "steps": [{ "url": "/" }] }, { "steps": [{ "url": "/items/1" }] }] }
            """;

        await JourneyAsync(File, "-n", "30");

        Assert.DoesNotContain("/fail", Server.Targets);
        Assert.InRange(Server.Targets.Count(target => target == "/"), Server.Targets.Count / 2, Server.Targets.Count);
    }

    [Theory]
    [InlineData("{", "--journey takes a file with journeys")]
    [InlineData("{}", "it has no \"journeys\"")]
    [InlineData("""{ "journeys": [{ "stages": 1 }] }""", "--journey takes a file with journeys")]
    [InlineData("""{ "journeys": [null] }""", "--journey: journey 1: it is null")]
    [InlineData("""{ "journeys": [{ "name": "buy" }] }""", "--journey: buy: it has no step with a \"url\"")]
    [InlineData("""{ "journeys": [{ "weight": -1 }] }""", "a weight is zero or more")]
    [InlineData("""{ "journeys": [{ "weight": 0, "steps": [{ "url": "SERVER/" }] }] }""", "--journey needs a journey with a weight above zero")]
    public Task Journey_FileThatIsNone_SaysWhatIsAsync(string file, string message) => IsRefusedAsync(file, message);

    [Theory]
    [InlineData("null", "a step is null")]
    [InlineData("""{ "method": "GET" }""", "it needs a \"url\", or a \"pause\" and nothing else")]
    [InlineData("""{ "pause": "soon" }""", "step 'soon': \"pause\" takes a time")]
    [InlineData("""{ "url": "/", "headers": { "X-A": null } }""", "the header X-A has no value.")]
    [InlineData("""{ "url": "/items/{id}" }""", "no earlier step and no column of --feed has {id}; there is none.")]
    [InlineData("""{ "url": "/", "take": { "a": { "regex": "a" } } }, { "url": "/{b}" }""", "step '/{b}': no earlier step and no column of --feed has {b}; there is {a}.")]
    [InlineData("""{ "url": "/", "take": { "a": { "regex": "(" } } }""", "Invalid pattern")]
    [InlineData("""{ "url": "/", "take": { "a": { "json": "$..a" } } }""", "'$..a' is no place in JSON")]
    [InlineData("""{ "url": "/", "take": { "a": { } } }""", "a value is taken by one of \"json\", \"regex\" and \"header\"")]
    [InlineData("""{ "url": "/", "checks": ["fine"] }""", "--check takes \"status==201\"")]
    [InlineData("""{ "url": "http://example.com/" }""", "example.com is not this machine")]
    [InlineData("""{ "url": "items" }""", "'items' is no http or https address")]
    [InlineData("""{ "url": "/", "headers": { "a b": "c" } }""", "'a b' cannot be the name of a header")]
    [InlineData("""{ "url": "/", "headers": { "Content-Length": "5" } }""", "step '/': The header Content-Length cannot be given")]
    public Task Journey_StepThatIsNone_SaysWhatIsAsync(string step, string message) => IsRefusedAsync(WithSteps(step), message);

    [Theory]
    [InlineData("--check", "status==200", "--check goes with a URL")]
    [InlineData("--body", "x", "--journey has requests of its own: it takes no --body.")]
    [InlineData("GET", "http://127.0.0.1/", "--journey has requests of its own: it takes no URL.")]
    public async Task Journey_OptionsOfARequest_AreRefusedAsync(string option, string value, string message) =>
        Assert.Contains(message, (await JourneyAsync(WithSteps("""{ "url": "/" }"""), option, value)).Error);

    private static string WithSteps(string steps) => $$"""{ "base": "SERVER", "journeys": [{ "name": "one", "steps": [{{steps}}] }] }""";

    private async Task IsRefusedAsync(string file, string message)
    {
        var run = await JourneyAsync(file);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(message, run.Error);
        Assert.Single(run.Error.TrimEnd().Split('\n'));
        Assert.Empty(Server.Targets);
    }

    private Task<CommandRun> UntilOneSucceedsAsync(string file, params string[] arguments) =>
        JourneyAsync(file, [.. arguments, "--for", "60s", "-t", "max<1us", "--abort"]);

    private Task<CommandRun> JourneyAsync(string file, params string[] arguments)
    {
        var path = Write("shop.json", file.Replace("SERVER", Server.Address, StringComparison.Ordinal));
        return HttpAsync(["--journey", path, "--users", "1", .. arguments]);
    }
}
