namespace DroneDelivery.LoadTests.Engine.Users;

/// <summary>One iteration of one user: makes one request, or several that count as one.</summary>
public delegate ValueTask<RequestOutcome> UserAction(UserIteration iteration, CancellationToken cancellationToken);

/// <summary>The context of one iteration, passed to its action.</summary>
/// <param name="User">The number of the user, from 0.</param>
/// <param name="Number">The number of the user's iteration, from 0, and again from 0 after the warm-up.</param>
/// <param name="Random">The user's random stream, for the choice of data.</param>
/// <param name="Trace">The trace context to send with the request.</param>
public readonly record struct UserIteration(int User, long Number, bool WarmUp, Random Random, TraceContext Trace)
{
    /// <summary>When its request was due to be sent, from the start of the phase. Its first call is measured from here.</summary>
    public TimeSpan Due { get; init; }

    internal CallLog? Calls { get; init; }

    /// <summary>
    /// Makes one of several calls of this iteration, one after another. Each is counted by its name. The first call is measured
    /// from the moment at which the iteration was due.
    /// </summary>
    /// <param name="name">One of a few fixed names.</param>
    public ValueTask<RequestOutcome> CallAsync(
        string name, Func<CancellationToken, ValueTask<RequestOutcome>> request, CancellationToken cancellationToken) =>
        Calls is { } calls ? calls.MeasureAsync(name, request, cancellationToken) : request(cancellationToken);

    /// <summary>The value of the W3C <c>traceparent</c> header.</summary>
    public string TraceParent => Trace.ToString();
}
