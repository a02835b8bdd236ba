using System.CommandLine;
using DroneDelivery.LoadTests.Lab.Http;

namespace DroneDelivery.Lab.Tests.Http;

public sealed class ClientOptionsTests
{
    [Theory]
    [InlineData("--http2", 2, 100)]
    [InlineData("--http2 --new-connections", 200, 1)]
    [InlineData("--http2 --new-connections --connections 5", 5, 1)]
    public void Read_StreamsAndConnections_CarryTheUsersOrAreLimited(string options, int connections, int streams)
    {
        var (plan, command) = (new PlanOptions(), new RootCommand());
        plan.AddTo(command);

        var client = plan.Read(
            command.Parse(["http://127.0.0.1:1/", "--users", "200", .. options.Split(' ')]).CommandResult).Client;

        Assert.Equal((connections, streams), (client.Connections, client.StreamsPerConnection));
    }
}
