using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.LoadTests.Engine.Clients.Checks;

/// <summary>Checks in the order in which they are made.</summary>
public static class AnswerChecks
{
    /// <summary>
    /// The outcome to count: a failure under the first check's words that does not hold. A status that a check allows is none,
    /// whatever it is.
    /// </summary>
    public static RequestOutcome Judge(this IReadOnlyList<AnswerCheck> checks, HttpAnswer answer)
    {
        var outcome = answer.Outcome;
        if (outcome.Error is not null)
        {
            return outcome;
        }

        var failed = checks.FirstOrDefault(check => !check.Holds(answer));
        return failed is not null
            ? outcome with { Error = failed.Problem }
            : outcome with { Expected = checks.Any(check => check.JudgesStatus) };
    }
}
