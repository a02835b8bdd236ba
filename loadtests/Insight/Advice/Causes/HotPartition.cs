namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>One partition has spent its request units while others have many left: because of one key, or of many.</summary>
internal static class HotPartition
{
    /// <summary>From this share of its partition's request units on, one key explains the load on the partition.</summary>
    private const double ExplainingShare = 0.5;

    public static Finding? Find(RunEvidence run)
    {
        var throttling = Throttling.FromRun(run);
        if (!throttling.Matters || throttling.IsEverywhere || throttling.Hottest is not { } hottest)
        {
            return null;
        }

        var prediction = new Predictor(run).WithEnoughRequestUnits();
        var key = KeyThatExplains(run, hottest);
        return new Finding(
            key is null ? Cause.HotPartition : Cause.HotKey,
            key is null
                ? $"Partition {hottest.Id} is hot: it is out of request units while others have plenty."
                : $"The key {key.Key} is hot: alone it spends the request units of partition {hottest.Id}.",
            [
                throttling.InWords(run),
                throttling.UseInWords,
                .. InWords(key, hottest),
            ],
            throttling.Share(run, prediction?.RequestsPerSecond),
            Steps(run, key, prediction),
            Loss.Throughput);
    }

    private static LogicalKeyUsage? KeyThatExplains(RunEvidence run, PartitionRecord hottest) =>
        run.Cosmos.TopKeys.FirstOrDefault(key =>
            key.Partition == hottest.Id && key.RequestUnits >= Used(hottest) * ExplainingShare);

    private static double Used(PartitionRecord partition) => partition.Seconds.Sum(second => second.RequestUnits);

    private static string[] InWords(LogicalKeyUsage? key, PartitionRecord hottest) => key is null
        ? []
        :
        [
            $"The key {key.Key} used {Short(key.RequestUnits)} RU, "
            + $"{Share(Math.Min(1, key.RequestUnits / Used(hottest)))} of what its partition used.",
        ];

    private static NextStep[] Steps(RunEvidence run, LogicalKeyUsage? key, Prediction? prediction)
    {
        var spread = key is null
            ? new NextStep("Choose a partition key that spreads the calls, or move RU/s to that partition.")
            : new NextStep(
                "Cache the answers for that key, or split it (a suffix, or hierarchical keys): "
                + "RU/s of other partitions do not help it.");
        return prediction is null
            ? [spread]
            :
            [
                spread,
                new NextStep(
                    $"Alternative: provision {prediction.ProvisionedRequestUnitsPerSecond:0} RU/s. The other partitions then get "
                    + "more too and do not use it.",
                    FlagChange.ToThroughputOf(run.Record.Manifest, prediction),
                    prediction),
            ];
    }
}
