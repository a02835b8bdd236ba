using System.CommandLine;
using DroneDelivery.Shared.Benchmarks;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace DroneDelivery.LoadGenerator.Benchmarks;

/// <summary>This program in another role: a server that answers every request at once with a few letters.</summary>
internal static class TrivialServer
{
    private static readonly byte[] Answer = "Hello, world!"u8.ToArray();

    public static Task<ServerProcess> StartAsync(Protocol protocol) =>
        OwnServer.StartAsync($"{protocol}");

    public static Command Command()
    {
        var protocol = new Argument<Protocol>("protocol");
        var command = new Command(OwnServer.Command, "Serves until standard input ends.") { protocol };
        command.SetAction((result, _) => RunAsync(result.GetValue(protocol)));
        command.Hidden = true;
        return command;
    }

    private static Task RunAsync(Protocol protocol) => OwnServer.RunAsync(
        protocol == Protocol.Http2 ? HttpProtocols.Http2 : HttpProtocols.Http1,
        context => OwnServer.AnswerAsync(context, Answer));
}
