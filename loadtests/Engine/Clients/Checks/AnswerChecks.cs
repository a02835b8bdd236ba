using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Clients.Checks;

/// <summary>Evaluates checks in their order.</summary>
public static class AnswerChecks
{
    /// <summary>
    /// The outcome to count: a failure with the problem of the first check that fails. If any check looks at the status, only the
    /// checks decide; otherwise a status outside 200 to 299 is a failure and no check is evaluated.
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
