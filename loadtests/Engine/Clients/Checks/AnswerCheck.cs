namespace DroneDelivery.LoadTests.Engine.Clients.Checks;

/// <summary>A condition that a response must meet. Of several checks, the first one that fails is the reported failure.</summary>
/// <param name="Problem">The failure reason under which responses that fail this check are counted.</param>
public sealed record AnswerCheck(string Problem, Func<HttpAnswer, bool> Holds)
{
    /// <summary>Whether the check replaces the rule that a status of 200 to 299 is a success.</summary>
    internal bool JudgesStatus { get; private init; }

    public static AnswerCheck StatusIn(params IReadOnlyCollection<int> statuses)
    {
        var allowed = statuses.ToHashSet();
        return new AnswerCheck($"status is not {string.Join(" or ", allowed.Order())}", answer => allowed.Contains(answer.Status))
        {
            JudgesStatus = true,
        };
    }

    public static AnswerCheck BodyContains(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        return new AnswerCheck($"body lacks '{text}'", answer => answer.Body.Span.IndexOf(bytes) >= 0);
    }
}

/// <summary>Evaluates checks in their order.</summary>
public static class AnswerChecks
{
    /// <summary>
    /// The outcome to count: a failure with the problem of the first check that fails. No check is evaluated without a complete
    /// response, nor, unless a check is <see cref="AnswerCheck.StatusIn"/>, for a status outside 200 to 299, which is a failure.
    /// </summary>
    public static RequestOutcome Judge(this IReadOnlyList<AnswerCheck> checks, HttpAnswer answer)
    {
        var outcome = answer.Outcome;
        var judgesStatus = checks.Any(check => check.JudgesStatus);
        if (outcome.Error is not null || (!judgesStatus && !outcome.IsSuccess))
        {
            return outcome;
        }

        var failed = checks.FirstOrDefault(check => !check.Holds(answer));
        return failed is not null ? outcome with { Error = failed.Problem } : outcome with { Expected = judgesStatus };
    }
}
