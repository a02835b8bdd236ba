using System.Text.RegularExpressions;

namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>
/// An operation asks every partition, and most of its RU are the fixed charge of calls beyond the one that would be enough. Its
/// share of latency is what remains to be saved after the calls are made in parallel, which is the smaller change.
/// </summary>
internal static partial class AvoidableFanOut
{
    /// <summary>Nearly all partitions: the query does not say which of them hold the answer.</summary>
    private const double NearlyAll = 0.9;

    /// <summary>From this share of an operation's RU on, most RU pay for asking further partitions.</summary>
    private const double MinAvoidableShare = 0.5;

    /// <summary>Below this share of latency, the saved RU alone would have to justify moving the data.</summary>
    private const double WorthAChange = 0.05;

    public static Finding? Find(RunEvidence run)
    {
        var calls = run.Calls;
        var avoidable = Math.Max(0, calls.PartitionsPerOperation - 1) * calls.Rows.EmptyCallCharge;
        // A request that failed before its calls, or needed none, lowers the mean of all requests.
        var cost = Math.Max(run.RequestUnitsPerOperation, calls.ChargePerOperation);
        if (avoidable <= 0
            || calls.PartitionsPerOperation < Math.Max(2, run.Cosmos.Partitions.Count * NearlyAll)
            || avoidable < cost * MinAvoidableShare
            || CallPerRow.Explains(calls))
        {
            return null;
        }

        var key = Candidate(run);
        var usual = calls.DurationsWithoutSlowPartitions;
        var share = run.ShareOfLatency(calls.MeanOverAll(calls.ExpectedMs(CallShape.Parallel, usual) - usual.Mean));
        return share < WorthAChange ? null : new Finding(
            Cause.AvoidableFanOut,
            $"Each operation asks all {Short(calls.PartitionsPerOperation)} partitions for what a "
            + "partition key would find in one.",
            [
                $"An operation costs {Short(cost)} RU. A call that returns no row "
                + $"costs a partition {Short(calls.Rows.EmptyCallCharge)} RU, so about "
                + $"{Share(avoidable / cost)} is spent on asking more than one partition.",
                .. EmptyInWords(calls.Rows),
                $"Waiting for the slowest of {Short(calls.PerOperation)} calls takes "
                + $"{Milliseconds(calls.ExpectedMs(CallShape.Parallel, usual))}, one call {Milliseconds(usual.Mean)}.",
                .. QueryInWords(run),
            ],
            share,
            [Step(run, key)])
            .WithDoubt(calls.Rows.AreKnown ? null : "the database does not say how many rows its partitions returned")
            .WithDoubt(key is null ? "the text of the query is not known, so no partition key can be proposed" : null);
    }

    private static NextStep Step(RunEvidence run, string? key) => new(
        $"Partition the container by {key ?? "a property that the query fixes"}, and give the query its value.",
        key is null ? null : FlagChange.ForSetting(run.Record.Manifest, Setting.PartitionKey, key),
        new Predictor(run).OneCall());

    private static string[] EmptyInWords(ReturnedRows rows) =>
        rows.AreKnown ? [$"{Share(rows.EmptyShare)} of the calls returned no row."] : [];

    private static string[] QueryInWords(RunEvidence run) => FixedProperties(run) is { Count: > 0 } properties
        ? [$"The query fixes {string.Join(", ", properties)}; the container is partitioned by {run.Cosmos.PartitionKeyPath}."]
        : [];

    /// <summary>
    /// The property in an equality condition of the query with the most distinct values, since it spreads the data best; the
    /// first one if the values are not known. Null without the text of the query.
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
