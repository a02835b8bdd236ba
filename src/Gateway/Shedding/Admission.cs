namespace DroneDelivery.Gateway.Shedding;

/// <summary>
/// One request's stay at the backends it needs. It leaves each as soon as that has answered, so that a slow backend does not
/// fill the others' limits; what is left is left unmeasured at the end.
/// </summary>
internal sealed class Admission(BackendGate[] gates, TimeProvider time) : IDisposable
{
    private readonly long _enteredAt = time.GetTimestamp();

    // A bit for each gate. The gates are left at the same time, by the continuations of several calls.
    private int _entered;

    /// <summary>Enters all that are needed or none.</summary>
    /// <returns>The gate that refused; null when the request is in.</returns>
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

    /// <summary>Does nothing where the request is not in, or no more.</summary>
    public void Leave(string backend, CallOutcome outcome) =>
        Leave(Array.FindIndex(gates, gate => gate.Backend == backend), outcome);

    /// <summary>Leaves a backend when all of these calls to it have ended.</summary>
    public async Task LeaveAfterAsync(string backend, params Task[] calls)
    {
        await Task.WhenAll(calls).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Leave(backend, CallOutcomes.Of(calls));
    }

    public void Dispose()
    {
        for (var i = 0; i < gates.Length; i++)
        {
            Leave(i, CallOutcome.Unmeasured);
        }
    }

    private void Leave(int gate, CallOutcome outcome)
    {
        var bit = 1 << gate;
        if ((Interlocked.And(ref _entered, ~bit) & bit) != 0)
        {
            gates[gate].Leave(time.GetElapsedTime(_enteredAt), outcome);
        }
    }
}
