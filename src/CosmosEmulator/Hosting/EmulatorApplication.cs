using DroneDelivery.CosmosEmulator.Admin;
using DroneDelivery.CosmosEmulator.Endpoints;
using DroneDelivery.CosmosEmulator.Faults;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Throughput;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace DroneDelivery.CosmosEmulator.Hosting;

/// <summary>Puts an emulator together, for a process of its own or for a test.</summary>
public static class EmulatorApplication
{
    /// <summary>
    /// Builds an emulator that is not started yet. <paramref name="configure"/> may put another server in Kestrel's place, such
    /// as the
    /// in-memory one of tests.
    /// </summary>
    public static WebApplication Build(EmulatorOptions options, Action<WebApplicationBuilder>? configure = null) =>
        Build(options, NewAccount(options), configure);

    /// <param name="account">The account that is served: what the emulator does not do by itself can be done to it.</param>
    internal static WebApplication Build(EmulatorOptions options, Account account, Action<WebApplicationBuilder>? configure)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => Listen(kestrel, options));
        configure?.Invoke(builder);

        var app = builder.Build();
        app.Run(MakeHandler(options, account));
        return app;
    }

    internal static Account NewAccount(EmulatorOptions options) => new(options.Partitions, options.Time);

    internal static RequestDelegate MakeHandler(EmulatorOptions options) => MakeHandler(options, NewAccount(options));

    private static RequestDelegate MakeHandler(EmulatorOptions options, Account account)
    {
        var latency = new LatencySimulator(options.Latency, options.Time);
        var faults = new FaultInjector();
        var router = MakeRouter(account, faults, options);
        var signature = new RequestSignature(options.Key);
        var authorization = new RequestAuthorization(
            signature, options.Auth == AuthMode.Aad ? new TokenCheck(options.Key, options.Time) : null);
        var server = new CosmosServer(authorization, account, router, latency, faults, options.Time);
        var access = new AdminAccess(signature, isKeyPublic: options.HasWellKnownKey);
        var admin = new AdminEndpoints(account, access, new SettingsEndpoint(latency, faults), options.Time);
        return http => Route(http, admin, server);
    }

    private static Task Route(HttpContext http, AdminEndpoints admin, CosmosServer server)
    {
        var path = http.Request.Path;
        return path.StartsWithSegments(AdminEndpoints.Root, out var rest) ? admin.ServeAsync(http, rest)
            : path == AdminEndpoints.Health ? AdminEndpoints.ShowHealthAsync(http)
            : server.ServeAsync(http);
    }

    private static RequestRouter MakeRouter(Account account, FaultInjector faults, EmulatorOptions options)
    {
        var programs = new QueryPrograms();
        var entry = new PartitionEntry(faults);
        var readCost = new ReadCost(options.Consistency);
        var writes = new ItemWrites(new ItemPatches(programs, options.Time));
        var feeds = new ResourceFeeds(programs, options.Time);
        return new RequestRouter(
            new AccountEndpoints(options.Consistency),
            new DatabaseEndpoints(account, feeds),
            new ContainerEndpoints(account, feeds),
            new ItemEndpoints(account, entry, readCost, writes),
            new QueryEndpoints(account, entry, programs, readCost, options.Time),
            new ChangeFeedEndpoints(account, entry, readCost),
            new BatchEndpoints(account, entry, readCost, writes),
            new OfferEndpoints(account, feeds),
            new EmptyFeedEndpoints(account, feeds));
    }

    private static void Listen(KestrelServerOptions kestrel, EmulatorOptions options)
    {
        kestrel.AddServerHeader = false;

        // Imports are of any length; the emulator limits all other bodies itself.
        kestrel.Limits.MaxRequestBodySize = null;
        kestrel.Limits.MinRequestBodyDataRate = null;

        // A continuation token with long sort keys is a header too, of up to the 64 KB that the .NET client reads.
        kestrel.Limits.MaxRequestHeadersTotalSize = 128 * 1024;
        kestrel.Listen(options.Host, options.Port, listen => listen.Protocols = HttpProtocols.Http1);
    }
}
