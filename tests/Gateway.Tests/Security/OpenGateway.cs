using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Security;

/// <summary>The gateway on a real socket, and what its backends were sent.</summary>
internal sealed class OpenGateway : IAsyncDisposable
{
    private readonly TestGateway _gateway;

    private OpenGateway(TestGateway gateway) => _gateway = gateway;

    public FakeBackend[] Backends => [_gateway.Delivery, _gateway.Package, _gateway.DroneScheduler];

    public ManualTimeProvider Time => _gateway.Time;

    public IServiceProvider Services => _gateway.Services;

    public FakeBackend Package => _gateway.Package;

    public FakeBackend Delivery => _gateway.Delivery;

    /// <summary>Every request that reached a backend.</summary>
    public string[] Reached => [.. Backends.SelectMany(backend => backend.Requests)];

    /// <summary>The port for HTTP/1.1, the admin port, and those of <c>Kestrel:Endpoints</c>.</summary>
    public required int[] Ports { get; init; }

    public int Port => Ports[0];

    public int AdminPort => Ports[1];

    public static async Task<OpenGateway> StartAsync(params (string Key, string Value)[] settings)
    {
        var gateway = await TestGateway.StartAsync();
        gateway.With("Listening:HttpPort", "0");
        foreach (var (key, value) in settings)
        {
            gateway.With(key, value);
        }

        return Open(gateway);
    }

    /// <summary>A gateway that has not started yet.</summary>
    public static OpenGateway Open(TestGateway gateway)
    {
        gateway.With("Listening:HttpPort", "0").UseKestrel();
        gateway.StartServer();
        var addresses = gateway.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!;
        return new OpenGateway(gateway) { Ports = [.. addresses.Addresses.Select(address => new Uri(address).Port)] };
    }

    public Task<RawAnswer> SendAsync(string request) => RawAnswer.ToAsync(Port, request);

    public Task<RawAnswer> SendToAdminPortAsync(string request) => RawAnswer.ToAsync(AdminPort, request);

    public ValueTask DisposeAsync() => _gateway.DisposeAsync();
}
