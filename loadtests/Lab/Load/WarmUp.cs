namespace DroneDelivery.LoadTests.Lab.Load;

/// <summary>
/// Loads a target until the CPU time of a request stops falling. .NET recompiles hot code while it runs, which takes long when
/// all cores are busy, so a short fixed time is not enough.
/// </summary>
internal sealed class WarmUp(TimeSpan max)
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
    /// <param name="cost">The CPU time of a request, in any unit.</param>
    /// <returns>All periods, in order.</returns>
    public async Task<IReadOnlyList<T>> RunAsync<T>(Func<TimeSpan, Task<T>> load, Func<T, double> cost)
    {
        var (periods, costs) = (new List<T>(), new List<double>());
        for (var left = max; left > TimeSpan.Zero && !IsSettled(costs); left -= Period)
        {
            periods.Add(await load(left < Period ? left : Period));
            costs.Add(cost(periods[^1]));
        }

        return periods;
    }

    private static bool IsSettled(List<double> costs) => costs.Count > Settling
        && costs.TakeLast(Settling).Min() > costs.SkipLast(Settling).Min() * Gain;
}
