using System.CommandLine;
using DroneDelivery.LoadTests.Lab.GatewayCost;

namespace DroneDelivery.Lab.Tests.GatewayCost;

public sealed class GatewayCostCommandTests
{
    [Theory]
    [InlineData("--only plain", "plain; 64 connections, 4 s, 5000/s")]
    [InlineData("--full", "direct, full; 1000 connections, 60 s, 10000/s")]
    [InlineData("--full --only full,http1 --connections 9 --seconds 2 --rate 70", "full, http1; 9 connections, 2 s, 70/s")]
    [InlineData("--usage-periods 0.1,off", "usage-0.1, usage-off; 1 connections, 4 s, 5000/s, writes")]
    [InlineData("--usage-periods 60 --full --only direct", "direct, usage-60; 1 connections, 60 s, 10000/s, writes")]
    [InlineData("--usage-periods 1 --connections 8", "usage-1; 8 connections, 4 s, 5000/s, writes")]
    public void Options_Given_ReplaceTheDefaultsOfTheLoad(string line, string expected)
    {
        var command = new GatewayCostCommand(TimeProvider.System);

        var request = command.ReadRequest(new RootCommand { command.Command }.Parse($"{CostStudy.Name} {line}"));

        Assert.Equal(
            expected,
            $"{string.Join(", ", request.Targets.Select(target => target.Name))}; {request.Connections} connections, "
            + $"{request.Duration.TotalSeconds} s, {request.OpenRate}/s{(request.WatchesWrites ? ", writes" : "")}");
    }
}
