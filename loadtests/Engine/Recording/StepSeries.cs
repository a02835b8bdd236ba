namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>The steps of a profile. Steps that were not reached are not listed.</summary>
internal sealed class StepSeries(IReadOnlyList<PlannedStep> steps)
{
    private readonly List<(TimeSpan Start, TimeSpan Length, byte[] Latency)> _closed = [];
    private readonly List<(TimeSpan Due, long Microseconds, RequestEnd End)> _afterEnd = [];
    private TimeSpan _currentStart;

    /// <summary>The step that is not closed yet.</summary>
    public LatencyDistribution Current { get; } = new();

    /// <summary>The end of the current step; the maximum value when all steps are over.</summary>
    public TimeSpan NextBoundary => _closed.Count < steps.Count ? CurrentEnd : TimeSpan.MaxValue;

    private PlannedStep CurrentStep => steps[_closed.Count];

    private TimeSpan CurrentEnd => _currentStart + CurrentStep.Duration;

    /// <summary>Closes the steps that are over. The last step of the phase stays open until <see cref="Finish"/>.</summary>
    public void Roll(TimeSpan now, TimeSpan end)
    {
        while (NextBoundary <= now && NextBoundary < end)
        {
            Close(CurrentEnd);
        }
    }

    /// <summary>Records a request that ended after the end of the phase: it belongs to the step in which it was due.</summary>
    public void RecordAfterEnd(TimeSpan due, long microseconds, RequestEnd end) => _afterEnd.Add((due, microseconds, end));

    /// <summary>Must be called once. All steps together then contain the whole phase.</summary>
    public IReadOnlyList<StepSummary> Finish(TimeSpan end)
    {
        if (_closed.Count < steps.Count && end > _currentStart)
        {
            Close(end);
        }

        var late = _afterEnd.ToLookup(request => _closed.FindLastIndex(step => step.Start <= request.Due));
        return [.. _closed.Select((_, index) => Summarize(index, late[index]))];
    }

    private StepSummary Summarize(int step, IEnumerable<(TimeSpan Due, long Microseconds, RequestEnd End)> late)
    {
        var latency = LatencyDistribution.FromBytes(_closed[step].Latency);
        var successful = latency.Successes.Count;
        foreach (var (_, microseconds, end) in late)
        {
            latency.Record(microseconds, end);
        }

        return new StepSummary(
            steps[step].Users, _closed[step].Length.TotalSeconds, successful, latency.Failed, latency.Mean,
            latency.Percentile(95));
    }

    private void Close(TimeSpan end)
    {
        _closed.Add((_currentStart, end - _currentStart, Current.ToBytes()));
        Current.Clear();
        _currentStart = end;
    }
}

/// <summary>A part of a phase with separate figures.</summary>
/// <param name="Users">The number of users at its end; 0 in an open loop.</param>
internal readonly record struct PlannedStep(TimeSpan Duration, int Users)
{
    public static TimeSpan Total(IEnumerable<PlannedStep> steps) =>
        steps.Aggregate(TimeSpan.Zero, (sum, step) => sum + step.Duration);
}

/// <summary>
/// One step of the profile. A request belongs to the step in which it ended, or, if it ended later than the load, to the one in
/// which it was due.
/// </summary>
/// <param name="Users">The number of users at its end; 0 in an open loop.</param>
/// <param name="DurationSeconds">The time that actually passed in it.</param>
/// <param name="Successful">Successes until the end of the load, from which the rate follows.</param>
/// <param name="MeanMs">Over all requests that belong to the step, like all latencies here.</param>
public sealed record StepSummary(
    int Users, double DurationSeconds, long Successful, long Failed, LatencyValue MeanMs, LatencyValue P95Ms)
{
    /// <summary>The names of the latencies that are lower bounds; null when there are none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? AtLeast
    {
        get => LatencyValue.BoundNames((nameof(MeanMs), MeanMs), (nameof(P95Ms), P95Ms));
        init => (MeanMs, P95Ms) = (MeanMs.WithBound(value, nameof(MeanMs)), P95Ms.WithBound(value, nameof(P95Ms)));
    }

    /// <summary>Successful requests for each second of the step.</summary>
    public double RequestsPerSecond => DurationSeconds > 0 ? Successful / DurationSeconds : 0;
}
