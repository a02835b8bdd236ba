using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>How timed work ended.</summary>
internal enum WorkEnd
{
    InTime,
    Expired,
    Cancelled,
}

internal static class WorkEnds
{
    /// <summary>The outcome of a request that came to this end.</summary>
    public static RequestOutcome Judge(WorkEnd end, RequestOutcome outcome, CancellationToken cancellationToken) => end switch
    {
        WorkEnd.Cancelled => throw new OperationCanceledException(cancellationToken),
        WorkEnd.Expired => new RequestOutcome(0, RequestOutcome.TimedOut, 0),
        _ => outcome,
    };
}
