namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>
/// Loads a target until the CPU time of a request stops falling. .NET recompiles hot code while it runs, which takes long when
/// all cores are busy, so a short fixed time is not enough.
/// </summary>
internal sealed class WarmUp(TimeSpan most)
{
    /// <summary>
    /// The number of periods without a gain that ends the warm-up. With two, a period that is cheap by chance ends it too
    /// soon: the full gateway's requests then cost 96, 81 and 72 us of CPU in three rounds.
    /// </summary>
    private const int Settling = 4;

    /// <summary>A gain is a cost below this share of the cheapest earlier interval, since periods differ by chance.</summary>
    private const double Gain = 0.97;

    private static readonly TimeSpan Period = TimeSpan.FromSeconds(5);

    /// <param name="load">Runs and measures the load for a duration.</param>
    /// <returns>All periods, in order.</returns>
    public async Task<IReadOnlyList<MeteredLoad>> RunAsync(Func<TimeSpan, Task<MeteredLoad>> load)
    {
        var periods = new List<MeteredLoad>();
        for (var left = most; left > TimeSpan.Zero && !IsSettled(periods); left -= Period)
        {
            periods.Add(await load(left < Period ? left : Period));
        }

        return periods;
    }

    private static bool IsSettled(List<MeteredLoad> periods) => periods.Count > Settling
        && Cheapest(periods.TakeLast(Settling)) > Cheapest(periods.SkipLast(Settling)) * Gain;

    private static double Cheapest(IEnumerable<MeteredLoad> periods) => periods.Min(period => period.CpuMicroseconds);
}
