using System.CommandLine;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Commands;

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

    private static IEnumerable<string> Errors(string arguments) =>
        new RootCommand { new TargetArgument("What to try") }.Parse(arguments).Errors.Select(error => error.Message);
}
