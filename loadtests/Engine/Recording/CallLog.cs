namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>Measures the calls of one user's iterations. Iterations and calls do not overlap.</summary>
internal sealed class CallLog(RunClock clock, RunRecorder recorder)
{
    private TimeSpan? _due;

    /// <param name="due">When the iteration was due. Its first call is measured from here, so that lateness is included.</param>
    public void Begin(TimeSpan due) => _due = due;

    public async ValueTask<RequestOutcome> MeasureAsync(
        string name, Func<CancellationToken, ValueTask<RequestOutcome>> request, CancellationToken cancellationToken)
    {
        var from = _due ?? clock.Elapsed;
        _due = null;
        try
        {
            var outcome = await request(cancellationToken);
            recorder.RecordCall(name, from, outcome.HowItEnded);
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
