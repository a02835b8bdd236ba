using System.Globalization;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>Above these the generator, not the system under test, may have set the figures.</summary>
/// <param name="CpuShareOfMachine">Of all cores together, from 0 to 1.</param>
public sealed record GeneratorThresholds(TimeSpan LatenessP99, double CpuShareOfMachine)
{
    public static GeneratorThresholds Default { get; } = new(TimeSpan.FromMilliseconds(10), 0.8);
}

/// <summary>What measuring cost the generating process, all of its threads included.</summary>
/// <param name="ShareOfOneCore">1 is one core fully used; may exceed 1.</param>
public sealed record GeneratorUsage(
    double CpuSeconds, double ShareOfOneCore, int Cores, double LatenessP99Ms, GeneratorThresholds Thresholds)
{
    /// <summary>As the lateness of one request in a hundred may exceed its threshold.</summary>
    private const double AllowedUnstartedShare = 0.01;

    /// <summary>
    /// Arrivals of an open loop that the generator had not come to when the end came, as a share of all, from 0 to 1.
    /// </summary>
    public double UnstartedShare { get; init; }

    public bool WasLimit => Limits.Count > 0;

    /// <summary>One sentence for each threshold exceeded.</summary>
    public IReadOnlyList<string> Limits
    {
        get
        {
            var limits = new List<string>();
            if (LatenessP99Ms > Thresholds.LatenessP99.TotalMilliseconds)
            {
                var allowed = Thresholds.LatenessP99.TotalMilliseconds;
                limits.Add(Sentence($"1 % of requests left {LatenessP99Ms:0.0} ms late or more; {allowed:0.#} ms are allowed."));
            }

            if (ShareOfOneCore / Cores > Thresholds.CpuShareOfMachine)
            {
                var (share, allowed) = (ShareOfOneCore / Cores, Thresholds.CpuShareOfMachine);
                limits.Add(Sentence($"The generator used {share:P0} of {Cores} cores; {allowed:P0} are allowed."));
            }

            if (UnstartedShare > AllowedUnstartedShare)
            {
                limits.Add(Sentence($"{UnstartedShare:P1} of the arrivals were due before the end and could not be started."));
            }

            return limits;
        }
    }

    internal static GeneratorUsage Over(
        TimeSpan processorTime, TimeSpan elapsed, LatencyHistogram lateness, GeneratorThresholds thresholds) =>
        new(
            processorTime.TotalSeconds,
            elapsed > TimeSpan.Zero ? processorTime / elapsed : 0,
            Environment.ProcessorCount,
            Durations.ToMilliseconds(lateness.ValueAtPercentile(99)),
            thresholds);

    private static string Sentence(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
