namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>Sends requests and receives their responses over one protocol. Safe for concurrent use.</summary>
internal interface IHttpExchange : IDisposable
{
    /// <summary>Throws only if <paramref name="cancellationToken"/> is cancelled; any other failure is the outcome.</summary>
    /// <param name="keeper">Stores headers and body; null when they are not needed.</param>
    ValueTask<RequestOutcome> ExchangeAsync(PreparedRequest request, AnswerKeeper? keeper, CancellationToken cancellationToken);
}
