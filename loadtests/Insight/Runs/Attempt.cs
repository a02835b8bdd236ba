namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>How one attempt of a request ended.</summary>
public enum AttemptOutcome
{
    /// <summary>Answered with success, within the objective or not.</summary>
    Answered,

    /// <summary>Refused at once by load shedding.</summary>
    Refused,

    /// <summary>Accepted, and failed.</summary>
    Failed,

    /// <summary>Timed out at its client, or still unanswered when the run ended.</summary>
    Unanswered,

    /// <summary>Due and never sent, for example because too many requests were in flight.</summary>
    Unsent,
}

/// <summary>One attempt of a request.</summary>
/// <param name="At">When it was due, in seconds from the run's start; for a retry, when it was sent.</param>
/// <param name="Seconds">The time from then to its end; for an unanswered attempt, the time it has waited so far.</param>
/// <param name="IsRetry">Whether an earlier attempt of the same request precedes it.</param>
public readonly record struct Attempt(double At, double Seconds, AttemptOutcome Outcome, bool IsRetry)
{
    /// <summary>How it ended for the latency of accepted requests; null if it was refused or not sent.</summary>
    public RequestEnd? Accepted => Outcome switch
    {
        AttemptOutcome.Answered => RequestEnd.Success,
        AttemptOutcome.Failed => RequestEnd.Failure,
        AttemptOutcome.Unanswered => RequestEnd.Unfinished,
        _ => null,
    };

    public bool IsGood(double objectiveSeconds) => Outcome == AttemptOutcome.Answered && Seconds <= objectiveSeconds;
}
