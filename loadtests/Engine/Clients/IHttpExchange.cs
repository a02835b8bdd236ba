using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>Sends requests and receives their responses over one protocol. Safe for concurrent use.</summary>
internal interface IHttpExchange : IDisposable
{
    /// <summary>
    /// Throws only when <paramref name="cancellationToken"/> is cancelled; every other failure is reported as the outcome.
    /// </summary>
    ValueTask<RequestOutcome> SendAsync(PreparedRequest request, CancellationToken cancellationToken);

    /// <summary>As <see cref="SendAsync"/>, and returns the headers and body of the response.</summary>
    ValueTask<HttpAnswer> AskAsync(PreparedRequest request, CancellationToken cancellationToken);
}
