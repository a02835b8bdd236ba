using System.Diagnostics.Metrics;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.ServiceDefaults.WarmUp;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace DroneDelivery.Gateway.WarmUp;

/// <summary>
/// Warms the gateway up by requests to a copy of it in the same process, in front of a backend of its own. So no request of the
/// warm-up reaches a backend, and none is in the gateway's usage, limits, cache and metrics of requests; compiled code is shared.
/// </summary>
internal sealed class GatewayCopy(Func<WebApplicationBuilder, WebApplication> build)
{
    private const string AnyLoopbackPort = "http://127.0.0.1:0";

    private static readonly string[] Paths =
        ["/api/invoices/warm-up?year=2025&month=1", "/api/packages/warm-up", "/api/invoices/warm-up?year=2025&month=2"];

    // It has the members of each response that an invoice is made of.
    private static readonly byte[] Answer =
        """
        {"deliveries":1,"milesTraveled":1.5,"hoursAssigned":0.5,"packages":1,"fragile":0,"weightKilograms":1.5,"drones":1,
        "assignments":1}
        """u8.ToArray();

    public async Task<WarmUpTarget> StartAsync(IServiceProvider gateway, CancellationToken cancellationToken)
    {
        var backend = await StartAsync(CreateBackend(), cancellationToken);
        try
        {
            var copy = await StartAsync(build(CreateBuilder(backend.Urls.First())), cancellationToken);
            var target = WarmUpTarget.OnPortsOf(copy.Services.GetRequiredService<IServer>(), Paths);
            // The second port is the admin port.
            return target with { Http2 = [], Servers = [copy, backend] };
        }
        catch
        {
            await backend.DisposeAsync();
            throw;
        }
    }

    private static async Task<WebApplication> StartAsync(WebApplication app, CancellationToken cancellationToken)
    {
        try
        {
            await app.StartAsync(cancellationToken);
            return app;
        }
        catch
        {
            await app.DisposeAsync();
            throw;
        }
    }

    private static WebApplication CreateBackend()
    {
        var builder = WebApplication.CreateEmptyBuilder(new());
        builder.WebHost.UseKestrelCore().UseUrls(AnyLoopbackPort).ConfigureKestrel(kestrel =>
            kestrel.ConfigureEndpointDefaults(endpoint => endpoint.Protocols = HttpProtocols.Http2));
        var backend = builder.Build();
        backend.Run(context =>
        {
            context.Response.ContentType = "application/json";
            return context.Response.Body.WriteAsync(Answer, context.RequestAborted).AsTask();
        });
        return backend;
    }

    /// <summary>A builder without the gateway's settings: features that keep data are off, and nothing is logged.</summary>
    private static WebApplicationBuilder CreateBuilder(string backend)
    {
        var builder = WebApplication.CreateEmptyBuilder(new());
        builder.WebHost.UseKestrel();
        builder.Services.AddRouting();
        builder.Services.Replace(ServiceDescriptor.Singleton<IMeterFactory, UnlistenedMeters>());
        builder.Configuration.AddInMemoryCollection(new Dictionary<string, string?>
        {
            ["Listening:HttpPort"] = "0",
            ["Telemetry:MetricsEndpoint"] = "false",
            ["WarmUp:Time"] = "0",
            [$"{BackendOptions.Section}:{nameof(BackendOptions.Delivery)}"] = backend,
            [$"{BackendOptions.Section}:{nameof(BackendOptions.Package)}"] = backend,
            [$"{BackendOptions.Section}:{nameof(BackendOptions.DroneScheduler)}"] = backend,
        });
        return builder;
    }

    /// <summary>Creates meters with names that the gateway's metrics do not contain.</summary>
    private sealed class UnlistenedMeters : IMeterFactory
    {
        private readonly List<Meter> _meters = [];

        public Meter Create(MeterOptions options)
        {
            var meter = new Meter($"WarmUp.{options.Name}");
            lock (_meters)
            {
                _meters.Add(meter);
            }

            return meter;
        }

        public void Dispose() => _meters.ForEach(meter => meter.Dispose());
    }
}
