using System.Net;

namespace DroneDelivery.Delivery.Tests.Running;

/// <summary>Answers 503 until a test switches it on, then sends requests to the emulator.</summary>
internal sealed class SwitchedHandler(HttpMessageHandler emulator) : DelegatingHandler(emulator)
{
    private volatile bool _isOn;

    public bool IsOn
    {
        get => _isOn;
        set => _isOn = value;
    }

    protected override async Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, CancellationToken cancellationToken) =>
        IsOn
            ? await base.SendAsync(request, cancellationToken)
            : new HttpResponseMessage(HttpStatusCode.ServiceUnavailable) { RequestMessage = request };
}
