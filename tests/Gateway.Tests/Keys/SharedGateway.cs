namespace DroneDelivery.Gateway.Tests.Keys;

/// <summary>One gateway for all tests of a class, each with keys of its own.</summary>
public sealed class SharedGateway : IAsyncLifetime
{
    private KeyedGateway? _gateway;

    internal KeyedGateway Gateway => _gateway!;

    public async ValueTask InitializeAsync() => _gateway = await KeyedGateway.StartAsync();

    public ValueTask DisposeAsync() => Gateway.DisposeAsync();
}
