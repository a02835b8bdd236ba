using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>What came of runs in turn.</summary>
/// <param name="A">Whole runs only, in order, as in <paramref name="B"/>.</param>
/// <param name="Failure">What ended them early, in words for a reader; null when nothing did.</param>
internal sealed record TurnedRuns(IReadOnlyList<RunFolder> A, IReadOnlyList<RunFolder> B, string? Failure)
{
    /// <summary>Runs A and B in turn: what drifts on a machine, drifts under both.</summary>
    /// <param name="run">Makes one run; a cancelled one may return what it has, or throw.</param>
    /// <returns>Pairs that were finished before a failure or <paramref name="cancellationToken"/> ended them.</returns>
    public static async Task<TurnedRuns> RunAsync(
        Variant a, Variant b, int repeats, Func<Turn, CancellationToken, Task<RunFolder>> run,
        CancellationToken cancellationToken)
    {
        List<RunFolder> ofA = [], ofB = [];
        string? failure = null;
        try
        {
            for (var repeat = 1; repeat <= repeats; repeat++)
            {
                var first = await run(new Turn(Side.A, repeat, a), cancellationToken);
                cancellationToken.ThrowIfCancellationRequested();
                var second = await run(new Turn(Side.B, repeat, b), cancellationToken);
                cancellationToken.ThrowIfCancellationRequested();
                ofA.Add(first);
                ofB.Add(second);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // Pairs that are whole stand; the run that was cut short stays in its folder and is not compared.
        }
        catch (LabException exception)
        {
            failure = exception.Message;
        }

        return new TurnedRuns(ofA, ofB, failure);
    }
}
