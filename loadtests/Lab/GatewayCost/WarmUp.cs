namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>
/// Loads a target until a request stops becoming cheaper: .NET compiles hot code again while it runs, and where all cores are
/// busy
/// no fixed time that is short is long enough.
/// </summary>
/// <param name="most">Of load, whether or not it is settled by then.</param>
internal sealed class WarmUp(TimeSpan most)
{
    /// <summary>
    /// So many stretches have to bring no further gain. With two, a stretch that was cheap by chance ended it too soon: the full
    /// gateway's requests then cost 96, 81 and 72 us of CPU in three rounds.
    /// </summary>
    private const int Settling = 4;

    /// <summary>Of the cheapest stretch before: what is above is no gain, since stretches differ by chance.</summary>
    private const double Gain = 0.97;

    private static readonly TimeSpan Stretch = TimeSpan.FromSeconds(5);

    /// <param name="load">For so long.</param>
    /// <returns>All stretches, in order.</returns>
    public async Task<IReadOnlyList<MeteredLoad>> RunAsync(Func<TimeSpan, Task<MeteredLoad>> load)
    {
        var stretches = new List<MeteredLoad>();
        for (var left = most; left > TimeSpan.Zero && !IsSettled(stretches); left -= Stretch)
        {
            stretches.Add(await load(left < Stretch ? left : Stretch));
        }

        return stretches;
    }

    private static bool IsSettled(List<MeteredLoad> stretches) => stretches.Count > Settling
        && Cheapest(stretches.TakeLast(Settling)) > Cheapest(stretches.SkipLast(Settling)) * Gain;

    private static double Cheapest(IEnumerable<MeteredLoad> stretches) => stretches.Min(stretch => stretch.CpuMicroseconds);
}
