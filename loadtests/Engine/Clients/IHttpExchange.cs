using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>One way to get requests answered. Safe for concurrent use.</summary>
internal interface IHttpExchange : IDisposable
{
    /// <summary>
    /// Throws only when <paramref name="cancellationToken"/> is cancelled; whatever else goes wrong is the outcome.
    /// </summary>
    ValueTask<RequestOutcome> SendAsync(PreparedRequest request, CancellationToken cancellationToken);

    /// <summary>As <see cref="SendAsync"/>, and keeps the answer.</summary>
    ValueTask<HttpAnswer> AskAsync(PreparedRequest request, CancellationToken cancellationToken);
}
