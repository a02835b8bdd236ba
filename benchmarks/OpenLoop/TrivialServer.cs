using System.Net;
using DroneDelivery.Shared.Benchmarks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.OpenLoop.Benchmarks;

/// <summary>This program in another role: answers two letters at once, and on one path never.</summary>
internal static class TrivialServer
{
    public const string Command = "serve";
    public const string NeverPath = "/never";

    private static readonly byte[] Answer = "ok"u8.ToArray();

    public static Task<ServerProcess> StartProcessAsync() =>
        ServerProcess.StartAsync(Environment.ProcessPath!, [Command], new Dictionary<string, string>());

    /// <summary>Returns when standard input ends.</summary>
    public static async Task RunAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = TimeSpan.Zero);
        await using var app = builder.Build();
        app.Run(AnswerAsync);
        await app.StartAsync();
        Console.WriteLine(ServerProcess.AddressWords + app.Urls.First());
        await Console.In.ReadToEndAsync();
        await app.StopAsync();
    }

    private static async Task AnswerAsync(HttpContext context)
    {
        if (context.Request.Path == NeverPath)
        {
            await Task.Delay(Timeout.InfiniteTimeSpan, context.RequestAborted).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            return;
        }

        context.Response.ContentLength = Answer.Length;
        await context.Response.Body.WriteAsync(Answer);
    }
}
