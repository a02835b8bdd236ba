using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>How a request with a deadline ended.</summary>
internal enum WorkEnd
{
    /// <summary>It ended before the deadline, with success or failure.</summary>
    InTime,
    Expired,
    Cancelled,
}

internal static class WorkEnds
{
    /// <summary>A time-out if the request expired, otherwise the given outcome. Throws if the request was cancelled.</summary>
    public static RequestOutcome ToOutcome(WorkEnd end, RequestOutcome outcome, CancellationToken cancellationToken) => end switch
    {
        WorkEnd.Cancelled => throw new OperationCanceledException(cancellationToken),
        WorkEnd.Expired => new RequestOutcome(0, RequestOutcome.TimedOut, 0),
        _ => outcome,
    };
}
