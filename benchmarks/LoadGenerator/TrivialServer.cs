using System.CommandLine;
using System.Net;
using DroneDelivery.Shared.Benchmarks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.LoadGenerator.Benchmarks;

/// <summary>This program in another role: a server that answers every request at once with a few letters.</summary>
internal static class TrivialServer
{
    private const string Name = "serve";

    private static readonly byte[] Answer = "Hello, world!"u8.ToArray();

    public static Task<ServerProcess> StartAsync(Protocol protocol) =>
        ServerProcess.StartAsync(Environment.ProcessPath!, [Name, $"{protocol}"], new Dictionary<string, string>());

    public static Command Command()
    {
        var protocol = new Argument<Protocol>("protocol");
        var command = new Command(Name, "Serves until standard input ends.") { protocol };
        command.SetAction((result, _) => RunAsync(result.GetValue(protocol)));
        command.Hidden = true;
        return command;
    }

    private static async Task RunAsync(Protocol protocol)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = TimeSpan.Zero);
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, endpoint =>
            endpoint.Protocols = protocol == Protocol.Http2 ? HttpProtocols.Http2 : HttpProtocols.Http1));
        await using var app = builder.Build();
        app.Run(context =>
        {
            context.Response.ContentLength = Answer.Length;
            return context.Response.Body.WriteAsync(Answer).AsTask();
        });
        await app.StartAsync();
        Console.WriteLine(ServerProcess.AddressWords + app.Urls.First());
        await Console.In.ReadToEndAsync();
        await app.StopAsync();
    }
}
