using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>Sends requests and receives their responses over one protocol. Safe for concurrent use.</summary>
internal interface IHttpExchange : IDisposable
{
    /// <summary>
    /// Throws only when <paramref name="cancellationToken"/> is cancelled; every other failure is reported as the outcome.
    /// </summary>
    /// <param name="keeper">Stores headers and body; null when they are not needed.</param>
    ValueTask<RequestOutcome> ExchangeAsync(PreparedRequest request, AnswerKeeper? keeper, CancellationToken cancellationToken);
}
