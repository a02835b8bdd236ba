namespace DroneDelivery.LoadTests.Lab.ScaleOut;

/// <summary>
/// Measures the throughput of one instance, predicts that of several, and then measures it in rounds, so that other work on the
/// machine affects all numbers of instances alike.
/// </summary>
internal sealed class ScaleOutRun(ScaleOutRequest request, Action<string> say, TimeProvider time)
{
    /// <summary>The first trial is this many times as long as the others, since all predictions are made from it.</summary>
    private const int FirstTrialFactor = 3;

    private readonly UndisturbedTrials _undisturbed = new();
    private IReadOnlyList<ScaleSeries> _series = [];
    private ScaleTrial? _one;

    /// <summary>A run that is cancelled, or whose system fails, returns its results so far.</summary>
    /// <param name="folder">The folder for logs.</param>
    /// <exception cref="LabException">A program did not start, or failed before the first trial ended.</exception>
    public async Task<ScaleOutRecord> RunAsync(string folder, CancellationToken cancellationToken)
    {
        var recording = StudyRecording.Begin(ScaleOutLab.Name, "scaling out Delivery", request.Command, time);
        await using var system = await ScaleOutSystem.StartAsync(request, folder, say, time, cancellationToken);
        say(system.Limit.Text);
        var (caught, failure) = await FirstToEnd.RunAsync(
            system.WaitForFailureAsync, token => MeasureAllAsync(system, token), time, cancellationToken);
        if (_one is null)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw new LabException(failure ?? caught ?? "The first trial has no result.");
        }

        return new ScaleOutRecord(
            recording.End(failure ?? caught, knowsSystem: true, cancellationToken),
            system.Limit,
            _one,
            _series);
    }

    /// <returns>What ended the work early; null if it was complete, or was cancelled.</returns>
    private async Task<string?> MeasureAllAsync(ScaleOutSystem system, CancellationToken cancellationToken)
    {
        try
        {
            say("One instance, from which the others are predicted");
            var one = await MeasureAsync(
                system, ScaleOutLab.Usual([]), instances: 1, round: 0, FirstTrialFactor * request.Seconds, cancellationToken);
            if (one is null or { PerSecond: 0 })
            {
                return one is null ? null : "No request of the first trial succeeded. See the logs in the folder of the run.";
            }

            (_one, _series) = (one, ScaleOutLab.SeriesFor(one, Environment.ProcessorCount));
            await MeasureRoundsAsync(system, one, cancellationToken);
            return null;
        }
        catch (Exception exception) when (exception is ExpectedException or OperationCanceledException)
        {
            return cancellationToken.IsCancellationRequested ? null : exception.Message;
        }
    }

    private async Task MeasureRoundsAsync(ScaleOutSystem system, ScaleTrial one, CancellationToken cancellationToken)
    {
        var turns =
            from round in Enumerable.Range(1, request.Repeats)
            from series in _series
            from instances in series.IsDirect ? [1] : request.Instances
            select (round, series, instances);
        foreach (var (round, series, instances) in turns)
        {
            if (await MeasureAsync(system, series, instances, round, request.Seconds, cancellationToken) is not { } trial)
            {
                return;
            }

            series.Trials.Add(trial);
            var predicted = series.Predict(instances, one.PerSecond, system.Limit.Name);
            say($"{round} of {request.Repeats}  {series.Title,-22}  {instances}  predicted {Short(predicted.Rate),5} req/s  "
                + $"measured {Short(trial.PerSecond),5}  ({ScaleRow.LimitOf([trial], system.Limit.Name)})");
        }
    }

    /// <returns>Null if it was cancelled.</returns>
    private Task<ScaleTrial?> MeasureAsync(
        ScaleOutSystem system, ScaleSeries series, int instances, int round, double seconds,
        CancellationToken cancellationToken) =>
        _undisturbed.RunAsync(
            () => system.MeasureAsync(series, instances, round, seconds, cancellationToken), trial => trial.Load.Disturbance);
}
