using System.Collections.Concurrent;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// Knows which requests of a closed loop have no answer: one that never ends is observed by nobody. Safe for concurrent use.
/// </summary>
internal sealed class OpenRequests(UserAction action, TimeProvider time)
{
    private readonly long _start = time.GetTimestamp();
    private readonly ConcurrentDictionary<TraceContext, TimeSpan> _made = [];

    public ValueTask<RequestOutcome> AskAsync(UserIteration iteration, CancellationToken cancellationToken)
    {
        _made[iteration.Trace] = time.GetElapsedTime(_start);
        return action(iteration, cancellationToken);
    }

    public void End(RequestObservation request) => _made.TryRemove(request.Trace, out _);

    /// <summary>Those that were made between two moments of the run, and have not ended.</summary>
    public long MadeBetween(TimeSpan from, TimeSpan to) => _made.Values.LongCount(made => made >= from && made < to);
}
