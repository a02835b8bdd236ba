namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>What became of one try of a request.</summary>
public enum AttemptEnd
{
    /// <summary>Answered with success, soon or late.</summary>
    Answered,

    /// <summary>The gateway said that it is overloaded, and did not take it in.</summary>
    Refused,

    /// <summary>Taken in, and failed.</summary>
    Failed,

    /// <summary>Given up by its client, or not over when the run was.</summary>
    Unanswered,
}

/// <summary>One try of a request.</summary>
/// <param name="At">When it was due, in seconds from the run's start; a repeated one, when it was sent.</param>
/// <param name="Seconds">From then to its end; what is unanswered has waited for so long.</param>
/// <param name="IsRetry">Its client had tried before.</param>
public readonly record struct Attempt(double At, double Seconds, AttemptEnd End, bool IsRetry)
{
    public bool IsGood(double objectiveSeconds) => End == AttemptEnd.Answered && Seconds <= objectiveSeconds;
}
