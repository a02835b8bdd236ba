using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>Shows what runs say, writes it to files, and judges it.</summary>
internal sealed class ComparisonOutcome(TextWriter output, IReadOnlyList<FailCondition> conditions, ComparisonFiles files)
{
    /// <summary>The exit code where a figure is worse than a condition allows.</summary>
    public const int Regression = 3;

    /// <returns>The exit code.</returns>
    /// <exception cref="LabException">A run cannot be read, or a file not be written.</exception>
    public async Task<int> ShowAsync(
        string nameA, IReadOnlyList<RunFolder> a, string nameB, IReadOnlyList<RunFolder> b, CancellationToken cancellationToken)
    {
        var result = await RunPair.CompareAsync(nameA, a, nameB, b, conditions, cancellationToken);
        await output.WriteLineAsync(ComparisonText.Plain(result));
        files.Write(result);
        return result.Failed ? Regression : 0;
    }

    /// <param name="runs">Of one and the same thing, in any order.</param>
    /// <returns>The exit code.</returns>
    /// <exception cref="LabException">A run cannot be read, or there are too few.</exception>
    public async Task<int> ShowFalseAlarmsAsync(IReadOnlyList<RunFolder> runs, CancellationToken cancellationToken)
    {
        var records = await RunPair.ReadAsync(runs, cancellationToken);
        if (records.Count < FalseAlarms.LeastRuns)
        {
            throw new LabException($"A false-alarm rate needs at least {FalseAlarms.LeastRuns} runs; there are {records.Count}.");
        }

        var alarms = FalseAlarms.FromRuns([.. records.OrderBy(record => record.Manifest.StartedAt)]);
        await output.WriteLineAsync(FalseAlarmsText.Plain(alarms));
        return 0;
    }
}
