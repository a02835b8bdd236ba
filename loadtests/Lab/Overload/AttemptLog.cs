namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>Records every attempt of every request of a run, including unanswered ones. Safe for concurrent use.</summary>
/// <param name="moments">When requests are due; one that was not sent is recorded as <see cref="AttemptOutcome.Unsent"/>.</param>
/// <param name="elapsed">The run's clock: the time since its arrivals started.</param>
internal sealed class AttemptLog(IEnumerable<TimeSpan> moments, Func<TimeSpan> elapsed)
{
    private readonly Lock _gate = new();
    private readonly List<Entry> _entries = [];
    private readonly TimeSpan[] _moments = [.. moments];

    /// <summary>
    /// Measures one attempt: the first one from the time at which the request was due, a retry from the call. Those of a warm-up
    /// are not recorded.
    /// </summary>
    public async ValueTask<HttpAnswer> MeasureAsync(UserIteration turn, int number, Func<ValueTask<HttpAnswer>> ask)
    {
        if (turn.WarmUp)
        {
            return await ask();
        }

        var (entry, outcome) = (Begin(turn.Due, isRetry: number > 1), AttemptOutcome.Unanswered);
        try
        {
            var answer = await ask();
            outcome = OutcomeOf(answer);
            return answer;
        }
        finally
        {
            using var scope = _gate.EnterScope();
            (entry.Ended, entry.Outcome) = (elapsed(), outcome);
        }
    }

    /// <summary>All requests that were due so far, and retries; those that have not ended have waited until this call.</summary>
    /// <param name="from">The earliest time, since the run's start.</param>
    public IReadOnlyList<Attempt> Since(TimeSpan from)
    {
        var now = elapsed();
        using var scope = _gate.EnterScope();
        var begun = _entries.Where(entry => entry.At >= from).ToList();
        var sent = begun.Where(entry => !entry.IsRetry).Select(entry => entry.At).ToHashSet();
        var unsent = _moments.Where(moment => moment >= from && moment < now && !sent.Contains(moment))
            .Select(moment => new Entry(moment, IsRetry: false) { Outcome = AttemptOutcome.Unsent });
        return [.. begun.Concat(unsent).Select(entry => entry.ToAttempt(now))];
    }

    private static AttemptOutcome OutcomeOf(HttpAnswer answer) => answer.Outcome switch
    {
        { IsSuccess: true } => AttemptOutcome.Answered,
        { Error: RequestOutcome.TimedOut } => AttemptOutcome.Unanswered,
        _ when Refusal.Is(answer) => AttemptOutcome.Refused,
        _ => AttemptOutcome.Failed,
    };

    private Entry Begin(TimeSpan due, bool isRetry)
    {
        using var scope = _gate.EnterScope();
        var entry = new Entry(isRetry ? elapsed() : due, isRetry);
        _entries.Add(entry);
        return entry;
    }

    private sealed record Entry(TimeSpan At, bool IsRetry)
    {
        public TimeSpan? Ended { get; set; }

        public AttemptOutcome Outcome { get; set; } = AttemptOutcome.Unanswered;

        public Attempt ToAttempt(TimeSpan now) => new(At.TotalSeconds, ((Ended ?? now) - At).TotalSeconds, Outcome, IsRetry);
    }
}

/// <summary>
/// The gateway's answer when it sheds load: 503 with a problem whose failure is <c>overloaded</c>. Any other 503 belongs to
/// an accepted request or to a paused backend, or comes from the backend.
/// </summary>
internal static class Refusal
{
    private const int Unavailable = 503;
    private const string Overloaded = "overloaded";

    public static bool Is(HttpAnswer answer)
    {
        try
        {
            return answer.Status == Unavailable
                && JsonSerializer.Deserialize<Problem>(answer.Body.Span) is { Failure: Overloaded };
        }
        catch (JsonException)
        {
            return false;
        }
    }

    private sealed record Problem([property: JsonPropertyName("failure")] string? Failure);
}
