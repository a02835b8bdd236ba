using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Clients.Checks;

/// <summary>Checks in the order in which they are made.</summary>
public static class AnswerChecks
{
    /// <summary>
    /// The outcome to count: a failure under the first check's words that does not hold. A status that a check allows is none,
    /// whatever it is; where no check looks at the status, one outside 200 to 299 comes before all of them.
    /// </summary>
    public static RequestOutcome Judge(this IReadOnlyList<AnswerCheck> checks, HttpAnswer answer)
    {
        var outcome = answer.Outcome;
        var judgesStatus = checks.Any(check => check.JudgesStatus);
        if (outcome.Error is not null || (!judgesStatus && outcome.Kind != OutcomeKind.Success))
        {
            return outcome;
        }

        var failed = checks.FirstOrDefault(check => !check.Holds(answer));
        return failed is not null
            ? outcome with { Error = failed.Problem }
            : outcome with { Expected = judgesStatus };
    }
}
