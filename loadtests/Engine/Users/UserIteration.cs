using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Users;

/// <summary>One turn of one user: makes one request, or a few that are to be counted as one.</summary>
public delegate ValueTask<RequestOutcome> UserAction(UserIteration iteration, CancellationToken cancellationToken);

/// <summary>What an action knows of its turn.</summary>
/// <param name="User">From 0.</param>
/// <param name="Number">From 0, counted for each user, and again from 0 after the warm-up.</param>
/// <param name="Random">The user's own stream, for the choice of data.</param>
/// <param name="Trace">The trace context to send along.</param>
public readonly record struct UserIteration(int User, long Number, bool WarmUp, Random Random, TraceContext Trace)
{
    /// <summary>Whether this request's trace is to be recorded.</summary>
    public bool Sampled => Trace.Sampled;

    /// <summary>When its request was to leave, from the start of the phase: latency counts from here.</summary>
    public TimeSpan Due { get; init; }

    internal CallLog? Calls { get; init; }

    /// <summary>
    /// Makes one of several calls of this turn, one after another. Each is counted by its name; the first counts from the moment
    /// at which the turn was due.
    /// </summary>
    /// <param name="name">One of few.</param>
    public ValueTask<RequestOutcome> CallAsync(
        string name, Func<CancellationToken, ValueTask<RequestOutcome>> request, CancellationToken cancellationToken) =>
        Calls is { } calls ? calls.MeasureAsync(name, request, cancellationToken) : request(cancellationToken);

    /// <summary>The value of the W3C <c>traceparent</c> header.</summary>
    public string TraceParent => Trace.ToString();
}
