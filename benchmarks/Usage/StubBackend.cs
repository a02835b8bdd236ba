using System.CommandLine;
using System.Text;
using DroneDelivery.Shared.Benchmarks;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace DroneDelivery.Usage.Benchmarks;

/// <summary>This program in another role: the service behind the gateways. It answers at once, with 1 KB in a chunk.</summary>
internal static class StubBackend
{
    private const string Name = "serve";

    private static readonly byte[] Answer = Encoding.UTF8.GetBytes($$"""{"text":"{{new string('x', 1_013)}}"}""");

    public static Task<ServerProcess> StartProcessAsync() =>
        ServerProcess.StartAsync(Environment.ProcessPath!, [Name], new Dictionary<string, string>());

    /// <summary>Returns when standard input ends.</summary>
    public static Command Command()
    {
        var command = new Command(Name, "Serves, for the other commands.") { Hidden = true };
        command.SetAction((_, _) => OwnServer.RunAsync(HttpProtocols.Http2, AnswerAsync));
        return command;
    }

    private static Task AnswerAsync(HttpContext context)
    {
        context.Response.ContentType = "application/json";
        return context.Response.Body.WriteAsync(Answer).AsTask();
    }
}
