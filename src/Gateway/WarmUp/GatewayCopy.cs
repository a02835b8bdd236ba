using System.Diagnostics.Metrics;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Caching;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.Gateway.Usage;
using DroneDelivery.ServiceDefaults.WarmUp;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace DroneDelivery.Gateway.WarmUp;

/// <summary>
/// Warms the gateway up by requests to a copy of it in the same process, in front of a backend of its own. So no request of the
/// warm-up reaches a backend, and none is in the gateway's usage, limits, cache and metrics, except those of HTTP clients;
/// compiled code is shared.
/// Keys, limits, usage and the cache are on in the copy if they are on in the gateway, without its stores.
/// </summary>
internal sealed class GatewayCopy(Func<WebApplicationBuilder, WebApplication> build)
{
    private const string AnyLoopbackPort = "http://127.0.0.1:0";
    private const string Name = "warm-up";

    private static readonly string[] Paths =
        ["/api/invoices/warm-up?year=2025&month=1", "/api/packages/warm-up", "/api/invoices/warm-up?year=2025&month=2"];

    // It has the members of each response that an invoice is made of.
    private static readonly byte[] Answer =
        """
        {"deliveries":1,"milesTraveled":1.5,"hoursAssigned":0.5,"packages":1,"fragile":0,"weightKilograms":1.5,"drones":1,
        "assignments":1}
        """u8.ToArray();

    public Task<WarmUpTarget> StartAsync(IServiceProvider gateway, CancellationToken cancellationToken)
    {
        var backend = CreateBackend();
        return DisposeOnFailureAsync(backend, async () =>
        {
            await backend.StartAsync(cancellationToken);
            var copy = build(CreateBuilder(backend.Urls.First(), gateway.GetRequiredService<IConfiguration>()));
            return await DisposeOnFailureAsync(copy, async () =>
            {
                // The keys are read at the start.
                var key = await AddKeyAsync(copy.Services, cancellationToken);
                await copy.StartAsync(cancellationToken);
                var target = WarmUpTarget.OnPortsOf(copy.Services.GetRequiredService<IServer>(), Paths);
                // The second port is the admin port.
                return target with { Http2 = [], Headers = key, Servers = [copy, backend] };
            });
        });
    }

    private static async Task<WarmUpTarget> DisposeOnFailureAsync(WebApplication app, Func<Task<WarmUpTarget>> start)
    {
        try
        {
            return await start();
        }
        catch
        {
            await app.DisposeAsync();
            throw;
        }
    }

    private static async Task<IReadOnlyDictionary<string, string>> AddKeyAsync(
        IServiceProvider services, CancellationToken cancellationToken)
    {
        var terms = new KeyTerms(Name, Name, Owners: ["*"]);
        var change = await services.GetRequiredService<KeyRegistry>().AddAsync(terms, cancellationToken);
        return new Dictionary<string, string> { [KeyInRequest.Header] = change.Issued!.Key.Reveal() };
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

    private static WebApplicationBuilder CreateBuilder(string backend, IConfiguration gateway)
    {
        var builder = WebApplication.CreateEmptyBuilder(new());
        builder.WebHost.UseKestrel();
        builder.Services.AddRouting();
        builder.Services.Replace(ServiceDescriptor.Singleton<IMeterFactory, UnlistenedMeters>());
        builder.Services.AddSingleton<IKeyStore, KeysInMemory>();
        builder.Services.AddSingleton<IUsageStore, DiscardedUsage>();
        builder.Configuration.AddInMemoryCollection(new Dictionary<string, string?>
        {
            ["Listening:HttpPort"] = "0",
            ["Telemetry:MetricsEndpoint"] = "false",
            ["WarmUp:Time"] = "0",
            [$"{BackendOptions.Section}:{nameof(BackendOptions.Delivery)}"] = backend,
            [$"{BackendOptions.Section}:{nameof(BackendOptions.Package)}"] = backend,
            [$"{BackendOptions.Section}:{nameof(BackendOptions.DroneScheduler)}"] = backend,
            [KeyOptions.ModeKey] = SwitchedAs(KeyOptions.ModeKey, KeyOptions.Off, KeyOptions.Required),
            [LimitsOptions.ModeKey] = SwitchedAs(LimitsOptions.ModeKey, LimitsOptions.Off, LimitsOptions.Local),
            [UsageOptions.ModeKey] = SwitchedAs(UsageOptions.ModeKey, UsageOptions.Off, UsageOptions.Sqlite),
            [CacheOptions.ModeKey] = SwitchedAs(CacheOptions.ModeKey, CacheOptions.None, CacheOptions.Gateway),
            // So short that both hits and refreshes are frequent.
            [$"{CacheOptions.Section}:Routes:{RouteNames.Invoices}:{nameof(CacheTimes.TimeToLive)}"] = "00:00:00.005",
            // Limits of each kind that refuse no request.
            [$"{PlanOptions.Section}:{Name}:{nameof(PlanSettings.RequestsPerSecond)}"] = "1000000",
            [$"{PlanOptions.Section}:{Name}:{nameof(PlanSettings.Burst)}"] = "1000000",
            [$"{PlanOptions.Section}:{Name}:{nameof(PlanSettings.RequestsPerDay)}"] = "1000000000",
            [$"{PlanOptions.Section}:{Name}:{nameof(PlanSettings.Concurrency)}"] = "1000",
            [$"{PlanOptions.Section}:{Name}:{nameof(PlanSettings.IsPaying)}"] = "true",
        });
        return builder;

        string SwitchedAs(string key, string off, string on) => gateway[key] is null || gateway[key] == off ? off : on;
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
