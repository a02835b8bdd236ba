using System.Collections.Concurrent;
using System.Net;

namespace DroneDelivery.Delivery.Tests.Running;

/// <summary>Records what the SDK sends to the emulator, and can refuse throughput as a serverless account does.</summary>
internal sealed class RecordingHandler(HttpMessageHandler emulator) : DelegatingHandler(emulator)
{
    private const string ThroughputHeader = "x-ms-offer-throughput";

    public ConcurrentQueue<Request> Requests { get; } = new();

    public bool IsServerless { get; init; }

    protected override async Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var throughput = request.Headers.TryGetValues(ThroughputHeader, out var values) ? values.Single() : null;
        Requests.Enqueue(new(request.Method.Method, request.RequestUri!.AbsolutePath, throughput));
        return IsServerless && throughput is not null
            ? new HttpResponseMessage(HttpStatusCode.BadRequest)
            {
                Content = new StringContent(
                    """{"message":"Setting offer throughput or autopilot on container is not supported for serverless accounts."}"""),
                RequestMessage = request,
            }
            : await base.SendAsync(request, cancellationToken);
    }

    public sealed record Request(string Method, string Path, string? Throughput);
}
