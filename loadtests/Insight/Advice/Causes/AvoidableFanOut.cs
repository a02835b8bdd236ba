using System.Text.RegularExpressions;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Predictions;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>
/// An operation asks every partition and is charged by most for being asked only. Its share of latency is what is left to save
/// once the calls are side by side, which is the smaller change.
/// </summary>
internal static partial class AvoidableFanOut
{
    /// <summary>Nearly all partitions: which ones hold the answer is not known to whoever asks.</summary>
    private const double NearlyAll = 0.9;

    /// <summary>From this share of an operation's RU on, its calls mostly find nothing.</summary>
    private const double MostlyEmpty = 0.5;

    /// <summary>
    /// It saves most of the RU as well. Below this share of latency they alone would have to pay for moving the data.
    /// </summary>
    private const double WorthAChange = 0.05;

    public static Finding? Find(RunEvidence run)
    {
        var calls = run.Calls;
        var empty = Math.Max(0, calls.PartitionsPerOperation - 1) * calls.EmptyVisitCharge;
        if (calls.PartitionsPerOperation < Math.Max(2, run.Cosmos.Partitions.Count * NearlyAll)
            || empty < run.RequestUnitsPerOperation * MostlyEmpty)
        {
            return null;
        }

        var predictor = new Predictor(run);
        var typical = calls.Typical;
        var share = run.ShareOfLatency(calls.ExpectedMs(CallShape.SideBySide, typical) - typical.Mean);
        return share < WorthAChange ? null : new Finding(
            Cause.AvoidableFanOut,
            $"Each operation asks all {Short(calls.PartitionsPerOperation)} partitions for what a "
            + "partition key would find in one.",
            [
                $"An operation costs {Short(run.RequestUnitsPerOperation)} RU. Being asked without finding anything "
                + $"costs a partition {Short(calls.EmptyVisitCharge)} RU, so about "
                + $"{Share(empty / run.RequestUnitsPerOperation)} is spent on that.",
                $"Waiting for the slowest of {Short(calls.PerOperation)} calls takes "
                + $"{Milliseconds(calls.ExpectedMs(CallShape.SideBySide, typical))}, for one {Milliseconds(typical.Mean)}.",
                .. QueryInWords(run),
            ],
            share,
            Loss.Latency,
            [Step(run, predictor)]);
    }

    private static NextStep Step(RunEvidence run, Predictor predictor)
    {
        var key = Candidate(run);
        return new NextStep($"Partition the container by {key}, and give the query its value.")
        {
            Change = new FlagChange(FlagChange.PartitionKey, key),
            Prediction = predictor.OneCall(),
        };
    }

    private static IEnumerable<string> QueryInWords(RunEvidence run)
    {
        var properties = FixedProperties(run);
        if (properties.Count > 0)
        {
            yield return $"The query fixes {string.Join(", ", properties)}; the container is partitioned by "
                + $"{run.Cosmos.PartitionKeyPath}.";
        }
    }

    /// <summary>
    /// A property that the query fixes, best one that names things; without the query's text, the key that the lab knows.
    /// </summary>
    private static string Candidate(RunEvidence run)
    {
        var properties = FixedProperties(run);
        return properties.FirstOrDefault(property => property.EndsWith("Id", StringComparison.Ordinal))
            ?? properties.FirstOrDefault()
            ?? TuningLab.OwnerKey.PartitionKey;
    }

    private static List<string> FixedProperties(RunEvidence run) =>
        [.. EqualityTerm().Matches(run.Calls.QueryText ?? "").Select(match => match.Groups["property"].Value).Distinct()];

    [GeneratedRegex(@"\b\w+\.(?<property>\w+)\s*=\s*@", RegexOptions.CultureInvariant)]
    private static partial Regex EqualityTerm();
}
