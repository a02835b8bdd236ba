namespace DroneDelivery.ServiceDefaults.Tests.Resilience;

/// <summary>Stands in for the network: answers by a function, and counts how often it was asked.</summary>
internal sealed class ScriptedBackend(Func<int, CancellationToken, Task<HttpResponseMessage>> answer) : HttpMessageHandler
{
    public int Calls { get; private set; }

    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
        answer(++Calls, cancellationToken);
}
