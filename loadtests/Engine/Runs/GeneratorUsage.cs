namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>Above these thresholds the generator, not the system under test, may have limited the figures.</summary>
public static class GeneratorThresholds
{
    /// <summary>The share of all cores together, from 0 to 1.</summary>
    public const double CpuShareOfMachine = 0.8;

    public static readonly TimeSpan LatenessP99 = TimeSpan.FromMilliseconds(10);
}

/// <summary>The resource use of the generating process, all of its threads included.</summary>
/// <param name="ShareOfOneCore">1 is one core fully used; may exceed 1.</param>
public sealed record GeneratorUsage(double CpuSeconds, double ShareOfOneCore, int Cores, double LatenessP99Ms)
{
    /// <summary>One in a hundred, like the share of requests whose lateness may exceed its threshold.</summary>
    private const double AllowedUnstartedShare = 0.01;

    /// <summary>The share of arrivals of an open loop that the generator reached only after the end, from 0 to 1.</summary>
    public double UnstartedShare { get; init; }

    public bool WasLimit => Limits.Count > 0;

    /// <summary>One sentence for each threshold that is exceeded.</summary>
    public IReadOnlyList<string> Limits => [.. FindLimits()];

    internal static GeneratorUsage Over(TimeSpan processorTime, TimeSpan elapsed, LatencyHistogram lateness) => new(
        processorTime.TotalSeconds, elapsed > TimeSpan.Zero ? processorTime / elapsed : 0, Environment.ProcessorCount,
        lateness.ValueAtPercentile(99) / 1_000.0);

    private IEnumerable<string> FindLimits()
    {
        var (late, share) = (GeneratorThresholds.LatenessP99.TotalMilliseconds, ShareOfOneCore / Cores);
        if (LatenessP99Ms > late)
        {
            yield return $"1 % of requests left {LatenessP99Ms:0.0} ms late or more; {late:0.#} ms are allowed.";
        }

        const double Allowed = GeneratorThresholds.CpuShareOfMachine;
        if (share > Allowed)
        {
            yield return $"The generator used {share:P0} of {Cores} cores; {Allowed:P0} are allowed.";
        }

        if (UnstartedShare > AllowedUnstartedShare)
        {
            yield return $"{UnstartedShare:P1} of the arrivals were due before the end and could not be started.";
        }
    }
}
