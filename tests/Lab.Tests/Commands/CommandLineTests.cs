using System.CommandLine;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.Commands;

public sealed class CommandLineTests
{
    [Fact]
    public void FromArguments_PathsOfThisMachine_AreShortAndRoutesAreWhole()
    {
        using var runs = new StoredRuns();
        var command = new Command("x") { new Option<string>("--runs"), new Option<string>("--path"), new Option<string>("--header") };

        var line = CommandLine.FromArguments(
            command.Parse(["--runs", runs.In("my runs"), "--path", "/api/invoices", "--header", "X-Key: abc"]));

        Assert.Equal(
            """lab --runs "my runs" --path /api/invoices --header "X-Key: ***" """.TrimEnd(), line);
    }

    [Theory]
    [InlineData("http://127.0.0.1:5000/x", "http://127.0.0.1:5000/x")]
    [InlineData("http://127.0.0.1:5000/x?a=1&b=2", "\"http://127.0.0.1:5000/x?a=1&b=2\"")]
    [InlineData("p99<250ms", "\"p99<250ms\"")]
    [InlineData("{\"price\":\"$5\"}", "\"{\\\"price\\\":\\\"\\$5\\\"}\"")]
    [InlineData(@"a\ b\", @"""a\ b\\""")]
    [InlineData("", "\"\"")]
    public void FromWords_CharactersOfAShell_AreInQuotes(string word, string written) =>
        Assert.Equal($"lab http {written}", CommandLine.FromWords(["http", word]));
}
