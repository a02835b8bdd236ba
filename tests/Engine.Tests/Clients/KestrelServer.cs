using System.Net;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.Engine.Tests.Clients;

/// <summary>A real server on a free port, with a certificate that it signed itself where it has TLS.</summary>
internal sealed class KestrelServer(WebApplication app) : IAsyncDisposable
{
    public Uri Address => new(app.Urls.Single());

    public static async Task<KestrelServer> StartAsync(HttpProtocols protocols, bool tls, RequestDelegate answer)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseQuic();
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = TimeSpan.Zero);
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, endpoint =>
        {
            endpoint.Protocols = protocols;
            if (tls)
            {
                endpoint.UseHttps(TestCertificate.Create());
            }
        }));
        var app = builder.Build();
        app.Run(answer);
        await app.StartAsync(TestContext.Current.CancellationToken);
        return new KestrelServer(app);
    }

    public async ValueTask DisposeAsync()
    {
        await app.StopAsync();
        await app.DisposeAsync();
    }
}
