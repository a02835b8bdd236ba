using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway.Shedding;

/// <summary>
/// The permits of one request for the backends that it needs. The permit for a backend is released as soon as that backend has
/// responded, so that a slow backend does not use up the limits of the others. Permits that are left at the end of the request
/// are released without a measurement.
/// </summary>
internal sealed class Admission(BackendGate[] gates, TimeProvider time) : IDisposable
{
    private readonly long _enteredAt = time.GetTimestamp();

    // One bit for each gate. Bits are cleared atomically, because the continuations of several calls may leave gates at the same
    // time.
    private int _entered;

    /// <summary>Takes a permit for each required backend, or none.</summary>
    /// <returns>The gate that refused the request; null if the request is admitted.</returns>
    public BackendGate? Enter(RequiredBackends need, RequestPriority priority)
    {
        for (var i = 0; i < gates.Length; i++)
        {
            if (!need.Includes(gates[i].Backend))
            {
                continue;
            }

            if (!gates[i].TryEnter(priority))
            {
                Dispose();
                return gates[i];
            }

            _entered |= 1 << i;
        }

        return null;
    }

    /// <summary>
    /// Releases the permit for a backend. Has no effect if the request has no such permit, or has already released it.
    /// </summary>
    public void Leave(string backend, CallOutcome outcome) =>
        Leave(Array.FindIndex(gates, gate => gate.Backend == backend), outcome);

    /// <summary>Releases the permit for a backend when all of these calls to it have ended.</summary>
    public async Task LeaveAfterAsync(string backend, params Task[] calls)
    {
        await Task.WhenAll(calls).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Leave(backend, calls.Max(OutcomeOf));
    }

    public void Dispose()
    {
        for (var i = 0; i < gates.Length; i++)
        {
            Leave(i, CallOutcome.Unmeasured);
        }
    }

    private static CallOutcome OutcomeOf(Task call) => call switch
    {
        { IsCompletedSuccessfully: true } => CallOutcome.Answered,
        { IsCanceled: true } => CallOutcome.Abandoned,
        { Exception.InnerException: BackendException exception } => exception.Failure.Outcome,
        _ => CallOutcome.Unmeasured,
    };

    private void Leave(int gate, CallOutcome outcome)
    {
        var bit = 1 << gate;
        if ((Interlocked.And(ref _entered, ~bit) & bit) != 0)
        {
            gates[gate].Leave(time.GetElapsedTime(_enteredAt), outcome);
        }
    }
}
