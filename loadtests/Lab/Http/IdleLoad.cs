using DroneDelivery.LoadTests.Engine.Clients;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The numbers of idle connections.</summary>
/// <param name="Refused">Those that could not be opened.</param>
/// <param name="OpenAtEnd">Those that were open when the load was over.</param>
internal sealed record IdleFigures(int Asked, long Opened, long Refused, long OpenAtEnd);

/// <summary>Idle connections during a load: opened before it, closed after it.</summary>
internal sealed class IdleLoad(IdleConnections connections, int asked) : IAsyncDisposable
{
    private const double PerSecond = 2_000;

    /// <summary>The current numbers.</summary>
    public IdleFigures Figures => new(asked, connections.Counts.Opened, connections.Refused, connections.Held);

    /// <summary>Returns when each connection is open or refused; null when the plan has none.</summary>
    /// <exception cref="LabException">The server does not accept all of them in time.</exception>
    public static async Task<IdleLoad?> OpenAsync(HttpPlan plan, TimeProvider time, CancellationToken cancellationToken)
    {
        if (plan.IdleConnections == 0)
        {
            return null;
        }

        var asked = plan.IdleConnections;
        var connections = new IdleConnections(plan.Work.Target, plan.Client.AcceptAnyCertificate, time);
        using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(asked / PerSecond) + plan.Client.Timeout, time);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, limit.Token);
        return await connections.DisposeOnFailureAsync(async () =>
        {
            try
            {
                await connections.OpenAsync(asked, PerSecond, stop.Token);
                return new IdleLoad(connections, asked);
            }
            catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
            {
                throw new LabException(FormattableString.Invariant(
                    $"Only {connections.Counts.Opened:N0} of {asked:N0} idle connections could be opened before --timeout. ")
                    + "Ask for fewer.");
            }
        });
    }

    public ValueTask DisposeAsync() => connections.DisposeAsync();
}
