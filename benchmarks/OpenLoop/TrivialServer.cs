using DroneDelivery.Shared.Benchmarks;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace DroneDelivery.OpenLoop.Benchmarks;

/// <summary>This program in another role: answers two letters at once, and on one path never.</summary>
internal static class TrivialServer
{
    public const string NeverPath = "/never";

    private static readonly byte[] Answer = "ok"u8.ToArray();

    /// <summary>Returns when standard input ends.</summary>
    public static Task RunAsync() => OwnServer.RunAsync(HttpProtocols.Http1, AnswerAsync);

    private static async Task AnswerAsync(HttpContext context)
    {
        if (context.Request.Path == NeverPath)
        {
            await Task.Delay(Timeout.InfiniteTimeSpan, context.RequestAborted)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            return;
        }

        await OwnServer.AnswerAsync(context, Answer);
    }
}
