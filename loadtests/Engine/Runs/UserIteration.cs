using System.Globalization;
using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.LoadTests.Engine.Runs;

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

/// <summary>A W3C trace context with a trace and a parent span of its own.</summary>
public readonly record struct TraceContext(ulong TraceHigh, ulong TraceLow, ulong Span, bool Sampled)
{
    public string TraceId => string.Create(CultureInfo.InvariantCulture, $"{TraceHigh:x16}{TraceLow:x16}");

    internal static TraceContext Draw(SeededRandom random, double sampledFraction)
    {
        var sampled = random.NextDouble() < sampledFraction;
        // The standard forbids ids of zeros only; one set bit rules them out.
        return new TraceContext(random.NextUInt64(), random.NextUInt64() | 1, random.NextUInt64() | 1, sampled);
    }

    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"00-{TraceHigh:x16}{TraceLow:x16}-{Span:x16}-{(Sampled ? "01" : "00")}");
}
