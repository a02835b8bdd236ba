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
}
