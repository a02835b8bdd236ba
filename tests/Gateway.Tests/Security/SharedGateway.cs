namespace DroneDelivery.Gateway.Tests.Security;

/// <summary>One gateway for all tests of a class, which run one after another.</summary>
public sealed class SharedGateway : IAsyncLifetime
{
    private OpenGateway _gateway = null!;

    public async ValueTask InitializeAsync() => _gateway = await OpenGateway.StartAsync();

    public ValueTask DisposeAsync() => _gateway.DisposeAsync();

    /// <summary>The gateway, after the requests that its backends have recorded were removed.</summary>
    internal OpenGateway Reset()
    {
        Array.ForEach(_gateway.Backends, backend => backend.Requests.Clear());
        return _gateway;
    }
}
