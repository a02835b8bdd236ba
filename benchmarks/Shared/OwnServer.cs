using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.Shared.Benchmarks;

/// <summary>A benchmark in another role: a server that it needs, as a process of its own.</summary>
public static class OwnServer
{
    /// <summary>What the program is told to be it: to call <see cref="RunAsync"/>.</summary>
    public const string Command = "serve";

    /// <summary>Starts this program again, in that role.</summary>
    public static Task<ServerProcess> StartAsync(params string[] arguments) =>
        ServerProcess.StartAsync(Environment.ProcessPath!, [Command, .. arguments], new Dictionary<string, string>());

    /// <summary>Serves on a free port, says where, and returns when standard input ends.</summary>
    public static async Task RunAsync(HttpProtocols protocols, RequestDelegate answer)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = TimeSpan.Zero);
        builder.WebHost.ConfigureKestrel(kestrel =>
            kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.Protocols = protocols));
        await using var app = builder.Build();
        app.Run(answer);
        await app.StartAsync();
        Console.WriteLine(ServerProcess.AddressWords + app.Urls.First());
        await Console.In.ReadToEndAsync();
        await app.StopAsync();
    }

    /// <summary>Answers 200 with these bytes.</summary>
    public static Task AnswerAsync(HttpContext context, byte[] bytes)
    {
        context.Response.ContentLength = bytes.Length;
        return context.Response.Body.WriteAsync(bytes).AsTask();
    }
}
