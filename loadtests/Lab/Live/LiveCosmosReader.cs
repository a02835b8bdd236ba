namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>Reads the rates of a container from the emulator. One caller reads it, once a second.</summary>
internal sealed class LiveCosmosReader(EmulatorAdmin emulator, TimeProvider time)
{
    /// <summary>An emulator without enough CPU must not delay the figures of the users.</summary>
    private static readonly TimeSpan AnswerLimit = TimeSpan.FromSeconds(2);

    private readonly CosmosRates _rates = new();

    /// <param name="requests">The number of requests that ended so far, including failures.</param>
    /// <returns>Null if the emulator did not answer, or has no such container.</returns>
    public async Task<LiveCosmos?> ReadAsync(
        string container, long requests, DateTimeOffset now, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(AnswerLimit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            var second = now.ToUnixTimeSeconds() - 1;
            var state = await emulator.ReadStateAsync(second, either.Token);
            return state.Find(container) is { } found
                ? _rates.Read(found, requests, second)
                : null;
        }
        catch (Exception exception) when (exception is ExpectedException or IOException or JsonException
            || (exception is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            // The watch of the process reports an emulator that has ended.
            return null;
        }
    }
}
