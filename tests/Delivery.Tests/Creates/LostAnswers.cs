using System.Net;

namespace DroneDelivery.Delivery.Tests.Creates;

/// <summary>Sends writes to the emulator and, while <see cref="IsLosing"/> is set, answers each with a time-out.</summary>
internal sealed class LostAnswers(HttpMessageHandler emulator) : DelegatingHandler(emulator)
{
    private volatile bool _isLosing;
    private int _lost;

    public bool IsLosing
    {
        get => _isLosing;
        set => _isLosing = value;
    }

    public int Lost => Volatile.Read(ref _lost);

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var response = await base.SendAsync(request, cancellationToken);
        if (!IsLosing || request.Method != HttpMethod.Post || request.Headers.Contains("x-ms-documentdb-isquery"))
        {
            return response;
        }

        response.Dispose();
        Interlocked.Increment(ref _lost);
        return new HttpResponseMessage(HttpStatusCode.RequestTimeout) { RequestMessage = request };
    }
}
