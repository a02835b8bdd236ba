using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// Runs a trial again when the machine was disturbed (<see cref="RunConditions"/>), so that a search finds the limit of the
/// system and not that of a machine which others used.
/// </summary>
internal sealed class UndisturbedTrials
{
    private const int MostAttempts = 3;

    /// <summary>Of all trials of a search: it has to end, even on a machine that is always disturbed.</summary>
    private const int MostRepeats = 10;

    /// <summary>Trials that were run again.</summary>
    public int Repeated { get; private set; }

    /// <param name="run">Runs the trial once; null when it was cancelled.</param>
    /// <returns>The first that nothing disturbed, or else the last that was not cancelled.</returns>
    public async Task<CapacityTrial?> RunAsync(Func<Task<CapacityTrial?>> run)
    {
        var trial = await run();
        for (var attempt = 1; attempt < MostAttempts && Repeated < MostRepeats && trial?.Disturbance is not null; attempt++)
        {
            if (await run() is not { } again)
            {
                break;
            }

            Repeated++;
            trial = again;
        }

        return trial;
    }
}
