using DroneDelivery.Shared.Benchmarks;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace DroneDelivery.RateLimits.Benchmarks;

/// <summary>This program in another role: a backend that answers at once.</summary>
internal static class StubBackend
{
    public const string Command = "serve";

    private static readonly byte[] Answer = "[]"u8.ToArray();

    public static Task<ServerProcess> StartAsync() =>
        ServerProcess.StartAsync(Environment.ProcessPath!, [Command], new Dictionary<string, string>());

    /// <summary>Returns when standard input ends.</summary>
    public static Task RunAsync() => OwnServer.RunAsync(HttpProtocols.Http2, context => OwnServer.AnswerAsync(context, Answer));
}
