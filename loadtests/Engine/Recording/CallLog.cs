namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>Measures the calls of one user's iterations. Iterations and calls do not overlap.</summary>
internal sealed class CallLog(RunClock clock, RunRecorder recorder)
{
    private TimeSpan? _due;

    /// <summary>Whether the iteration has made a call and pauses.</summary>
    public bool IsPausing { get; private set; }

    /// <param name="due">When the iteration was due. Its first call is measured from here, so that lateness is included.</param>
    public void Begin(TimeSpan due) => (_due, IsPausing) = (due, false);

    public async ValueTask<RequestOutcome> MeasureAsync(
        string name, Func<CancellationToken, ValueTask<RequestOutcome>> request, CancellationToken cancellationToken)
    {
        var from = _due ?? clock.Elapsed;
        (_due, IsPausing) = (null, false);
        try
        {
            var outcome = await request(cancellationToken);
            recorder.RecordCall(name, from, outcome.HowItEnded);
            IsPausing = true;
            return outcome;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            recorder.RecordUnansweredCall(name, from);
            throw;
        }
        catch (Exception exception)
        {
            recorder.RecordCall(name, from, RequestOutcome.FromException(exception).HowItEnded);
            throw;
        }
    }
}
