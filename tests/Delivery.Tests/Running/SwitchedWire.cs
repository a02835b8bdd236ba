using System.Net;

namespace DroneDelivery.Delivery.Tests.Running;

/// <summary>A wire to an emulator that is away, answering 503, until a test switches it on.</summary>
internal sealed class SwitchedWire(HttpMessageHandler emulator) : DelegatingHandler(emulator)
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
