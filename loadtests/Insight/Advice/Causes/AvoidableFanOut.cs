using System.Text.RegularExpressions;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Predictions;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>
/// An operation asks every partition and is charged by most for being asked only. Its share of latency is what is left to save
/// once the calls are side by side, which is the smaller change.
/// </summary>
internal static partial class AvoidableFanOut
{
    /// <summary>Nearly all partitions: the caller does not know which of them hold the answer.</summary>
    private const double NearlyAll = 0.9;

    /// <summary>From this share of an operation's RU on, most of them pay for being asked and not for rows.</summary>
    private const double MostlyVisits = 0.5;

    /// <summary>
    /// It saves most of the RU as well. Below this share of latency they alone would have to pay for moving the data.
    /// </summary>
    private const double WorthAChange = 0.05;

    public static Finding? Find(RunEvidence run)
    {
        var calls = run.Calls;
        var visits = Math.Max(0, calls.PartitionsPerOperation - 1) * calls.Rows.VisitCharge;
        if (calls.PartitionsPerOperation < Math.Max(2, run.Cosmos.Partitions.Count * NearlyAll)
            || visits < run.RequestUnitsPerOperation * MostlyVisits
            || CallPerRow.IsMostOf(calls))
        {
            return null;
        }

        var (predictor, key) = (new Predictor(run), Candidate(run));
        var typical = calls.Typical;
        var share = run.ShareOfLatency(calls.ExpectedMs(CallShape.SideBySide, typical) - typical.Mean);
        return share < WorthAChange ? null : new Finding(
            Cause.AvoidableFanOut,
            $"Each operation asks all {Short(calls.PartitionsPerOperation)} partitions for what a "
            + "partition key would find in one.",
            [
                $"An operation costs {Short(run.RequestUnitsPerOperation)} RU. Being asked without finding anything "
                + $"costs a partition {Short(calls.Rows.VisitCharge)} RU, so about "
                + $"{Share(visits / run.RequestUnitsPerOperation)} is spent on that.",
                .. EmptyInWords(calls.Rows),
                $"Waiting for the slowest of {Short(calls.PerOperation)} calls takes "
                + $"{Milliseconds(calls.ExpectedMs(CallShape.SideBySide, typical))}, for one {Milliseconds(typical.Mean)}.",
                .. QueryInWords(run),
            ],
            share,
            Loss.Latency,
            [Step(predictor, key)]).Unless(calls.Rows.AreKnown
                ? key is null ? "the query's text is not known, so that a key which fits it is not" : null
                : "the database does not say how many rows its partitions returned");
    }

    private static NextStep Step(Predictor predictor, string? key) =>
        new($"Partition the container by {key ?? "a property that the query fixes"}, and give the query its value.")
        {
            Change = key is null ? null : new FlagChange(FlagChange.PartitionKey, key),
            Prediction = predictor.OneCall(),
        };

    private static IEnumerable<string> EmptyInWords(ReturnedRows rows)
    {
        if (rows.AreKnown)
        {
            yield return $"{Share(rows.EmptyShare)} of the calls returned no row.";
        }
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
    /// Of the properties that the query fixes the one with the most values in the data, since it spreads them best; the first
    /// where the data is not known. Null without the query's text.
    /// </summary>
    private static string? Candidate(RunEvidence run)
    {
        var values = run.Cosmos.Properties.ToDictionary(property => property.Name, property => property.DistinctValues);
        return FixedProperties(run)
            .Where(property => $"/{property}" != run.Cosmos.PartitionKeyPath)
            .MaxBy(property => values.GetValueOrDefault(property));
    }

    private static List<string> FixedProperties(RunEvidence run) =>
        [.. EqualityTerm().Matches(run.Calls.QueryText ?? "").Select(match => match.Groups["property"].Value).Distinct()];

    [GeneratedRegex(@"\b\w+\.(?<property>\w+)\s*=\s*@", RegexOptions.CultureInvariant)]
    private static partial Regex EqualityTerm();
}
