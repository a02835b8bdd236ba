using System.CommandLine;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Progress;
using Spectre.Console;

namespace DroneDelivery.Lab.Tests.Commands;

public sealed class TargetArgumentTests
{
    [Theory]
    [InlineData("")]
    [InlineData("owner-key")]
    [InlineData("package")]
    [InlineData("http://127.0.0.1:5000/x")]
    [InlineData("https://localhost:5001/")]
    public void Parse_KnownTarget_IsTaken(string arguments) => Assert.Empty(Errors(arguments));

    [Theory]
    [InlineData("delivery")]
    [InlineData("http://example.org/")]
    [InlineData("ftp://127.0.0.1/")]
    public void Parse_OtherTarget_IsRefusedWithThoseThereAre(string arguments)
    {
        var error = Assert.Single(Errors(arguments));

        Assert.Contains(
            "baseline, more-ru, parallel-query, owner-key, package, or http://127.0.0.1", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("capacity owner-key --compare protocol")]
    [InlineData("capacity --compare protocol")]
    public async Task Capacity_ProtocolsOfTheGateway_AreRefusedAsync(string arguments)
    {
        var run = await CommandRun.RunAsync(CapacityCommand.Create(TimeProvider.System), arguments.Split(' ')[1..]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("HTTP/1.1 only", run.Error, StringComparison.Ordinal);
    }

    /// <summary>The process with the lowest number is there as long as the machine runs.</summary>
    [Fact]
    public async Task StartAsync_Address_HasItsClientAndProcesses()
    {
        var argument = new TargetArgument("What to try");
        var command = new RootCommand();
        argument.All.OfType<Argument>().ToList().ForEach(command.Arguments.Add);
        argument.All.OfType<Option>().ToList().ForEach(command.Options.Add);
        var id = RunningProcesses.All().Min(process => process.ProcessId);
        var parsed = command.Parse($"https://127.0.0.1:1/x -k --pid shop={id}");
        await using var output = new StringWriter();
        var console = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, Out = new AnsiConsoleOutput(output) });

        await using var target = await argument.StartAsync(
            parsed, profile: null!, "", sendsTelemetry: false, new LabProgress(console, TimeProvider.System), TimeProvider.System,
            TestContext.Current.CancellationToken);

        Assert.Equal([("shop", id)], target.Processes);
        Assert.Equal("Processes of the target: shop", output.ToString().Trim());
        Assert.Equal("https://127.0.0.1:1/x", $"{target.Address}");
        Assert.True(target.Configure(new HttpLoadOptions()).AcceptAnyCertificate);
        Assert.False(target.Watched.IsOwn);
        Assert.True(argument.KnowsProcesses(parsed.CommandResult));
    }

    private static IEnumerable<string> Errors(string arguments) =>
        new RootCommand { new TargetArgument("What to try") }.Parse(arguments).Errors.Select(error => error.Message);
}
