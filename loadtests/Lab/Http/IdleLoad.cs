using DroneDelivery.LoadTests.Engine.Clients;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>What became of connections that send nothing.</summary>
/// <param name="Refused">Could not be opened.</param>
/// <param name="OpenAtEnd">Still open when the load was over.</param>
internal sealed record IdleFigures(int Asked, long Opened, long Refused, long OpenAtEnd);

/// <summary>Idle connections during a load: opened before it, closed after it.</summary>
internal sealed class IdleLoad : IAsyncDisposable
{
    private const double PerSecond = 2_000;

    private readonly IdleConnections _connections;
    private readonly int _asked;

    private IdleLoad(IdleConnections connections, int asked) => (_connections, _asked) = (connections, asked);

    /// <summary>As of this moment.</summary>
    public IdleFigures Figures => new(_asked, _connections.Counts.Opened, _connections.Refused, _connections.Held);

    /// <summary>Null where none are asked for. Returns when each of them is open or refused.</summary>
    /// <exception cref="LabException">The server keeps some of them waiting for too long.</exception>
    public static async Task<IdleLoad?> OpenAsync(HttpPlan plan, TimeProvider time, CancellationToken cancellationToken)
    {
        if (plan.IdleConnections == 0)
        {
            return null;
        }

        var load = new IdleLoad(
            new IdleConnections(plan.Work.Target, plan.Client.AcceptAnyCertificate, time), plan.IdleConnections);
        try
        {
            await load.OpenAsync(plan.Client.Timeout, time, cancellationToken);
            return load;
        }
        catch
        {
            await load.DisposeAsync();
            throw;
        }
    }

    public ValueTask DisposeAsync() => _connections.DisposeAsync();

    private async Task OpenAsync(TimeSpan timeout, TimeProvider time, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(_asked / PerSecond) + timeout, time);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, limit.Token);
        try
        {
            await _connections.OpenAsync(_asked, PerSecond, stop.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LabException(FormattableString.Invariant(
                $"Only {Figures.Opened:N0} of {_asked:N0} idle connections could be opened before --timeout. Ask for fewer."));
        }
    }
}
