using DroneDelivery.LoadTests.Engine.Clients;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The numbers of idle connections.</summary>
/// <param name="Refused">Those that could not be opened.</param>
/// <param name="OpenAtEnd">Those that were open when the load was over.</param>
internal sealed record IdleFigures(int Asked, long Opened, long Refused, long OpenAtEnd);

/// <summary>Idle connections during a load: opened before it, closed after it.</summary>
internal sealed class IdleLoad : IAsyncDisposable
{
    private const double PerSecond = 2_000;

    private readonly IdleConnections _connections;
    private readonly int _asked;

    private IdleLoad(IdleConnections connections, int asked) => (_connections, _asked) = (connections, asked);

    /// <summary>The current numbers.</summary>
    public IdleFigures Figures => new(_asked, _connections.Counts.Opened, _connections.Refused, _connections.Held);

    /// <summary>Returns when each connection is open or refused; null when the plan has none.</summary>
    /// <exception cref="LabException">The server does not accept all of them in time.</exception>
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
