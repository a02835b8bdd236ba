using DroneDelivery.Lab.Tests.Commands;

namespace DroneDelivery.Lab.Tests.Http;

/// <summary>Requests with data from a file, against a real server.</summary>
public sealed class HttpFeedTests : ServedTests
{
    [Fact]
    public async Task Feed_Sequential_AsksForEachRowInTurnAsync()
    {
        var rows = WriteRows("id\na\nb c\n\"d/../e?f\"\n");

        var run = await UntilAskedAsync(4, $"{Server.Address}/items/{{id}}", "--feed", rows, "--users", "1");

        Assert.StartsWith($"GET {Server.Address}/items/{{id}}, HTTP/1.1, closed loop", run.Output);
        Assert.Contains(", 3 rows of rows.csv, sequential", run.Output);
        Assert.Equal(["/items/a", "/items/b%20c", "/items/d%2F..%2Fe%3Ff", "/items/a"], Server.Targets.Take(4));
    }

    [Theory]
    [InlineData("""{"name":"{name}","{other}":1}""", """{"name":"say \"hi\"","{other}":1}""", "application/json")]
    [InlineData("""{"count":{count}}""", """{"count":5}""", "application/json")]
    [InlineData(
        """{"a":"\\","name":"{name}","count":{count}}""", """{"a":"\\","name":"say \"hi\"","count":5}""", "application/json")]
    [InlineData("name is {name}", "name is say \"hi\"", "application/octet-stream")]
    public async Task Feed_BodyAndHeaders_AreFilledAsync(string body, string sent, string type)
    {
        var rows = WriteRows("name,count\n\"say \"\"hi\"\"\",5\n");

        await UntilAskedAsync(
            2, $"{Server.Address}/items", "--feed", rows, "--body", body, "-H", "X-Name: <{name}>", "--users", "1");

        Assert.Equal(
            (sent, "<say \"hi\">", type), (Server.LastBody, Server.LastHeaders["X-Name"], Server.LastHeaders["Content-Type"]));
    }

    [Theory]
    [InlineData("uniform")]
    [InlineData("zipf:1.2")]
    public async Task Feed_Drawn_IsTheSameAgainWithTheSameSeedAsync(string pick)
    {
        var rows = WriteRows("id\n" + string.Join('\n', Enumerable.Range(0, 100)));
        string[] Arguments(string run) =>
            [$"{Server.Address}/{run}/{{id}}", "--feed", rows, "--pick", pick, "--users", "1", "--seed", "7"];

        string[] Drawn(string run) => [.. Server.Targets
            .Where(target => target.StartsWith($"/{run}/", StringComparison.Ordinal)).Take(10).Select(target => target.Split('/')[2])];

        await UntilAskedAsync(10, Arguments("first"));
        var first = Drawn("first");
        Server.Targets.Clear();
        // The last request of the first run may come after it.
        await UntilAskedAsync(11, Arguments("second"));

        Assert.NotEmpty(first.Distinct().Skip(1));
        Assert.Equal(10, first.Length);
        Assert.Equal(first, Drawn("second"));
    }

    [Theory]
    [InlineData("id\n1\n", "/items/{it}", "--feed has no column 'it': it has id.")]
    [InlineData("id\n1\n", "/items", "--feed has the columns id, but none is used as {column} in URL, headers or body.")]
    [InlineData("id\n", "/items/{id}", "it has no rows below its header.")]
    [InlineData("id,id\n1,2\n", "/items/{id}", "--feed takes a CSV file with a header")]
    [InlineData("id,b\n1\n", "/items/{id}", "Row 1 has 1 values, the header 2.")]
    [InlineData("host\nexample.com\n", "{host}/", "is no http or https address")]
    public async Task Feed_ThatDoesNotFit_SaysWhyInOneLineAsync(string csv, string path, string message)
    {
        var run = await HttpAsync(Server.Address + path, "--feed", WriteRows(csv));

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(message, run.Error);
        Assert.Single(run.Error.TrimEnd().Split('\n'));
        Assert.Empty(Server.Targets);
    }

    [Fact]
    public async Task Feed_ValueThatNoHeaderTakes_NamesTheRowAsync()
    {
        var run = await HttpAsync($"{Server.Address}/", "--feed", WriteRows("id\n1\n\"2\n3\"\n"), "-H", "X-Id: {id}");

        Assert.Contains("--feed makes no request of row 2: The value of header 'X-Id' must be one line.", run.Error);
    }

    private Task<CommandRun> UntilAskedAsync(int requests, params string[] arguments) =>
        HttpUntilAskedAsync(requests, [.. arguments, "--pace", "5ms", "--for", "60s"]);

    private string WriteRows(string csv) => Write("rows.csv", csv);
}
