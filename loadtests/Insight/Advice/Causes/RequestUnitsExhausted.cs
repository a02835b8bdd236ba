namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>All partitions of the container have spent their request units.</summary>
internal static class RequestUnitsExhausted
{
    public static Finding? Find(RunEvidence run)
    {
        var throttling = Throttling.FromRun(run);
        if (!throttling.Matters || !throttling.IsEverywhere)
        {
            return null;
        }

        var prediction = new Predictor(run).WithEnoughRequestUnits();
        return new Finding(
            Cause.RequestUnits,
            $"The container is out of request units: {Short(run.Cosmos.ProvisionedRequestUnitsPerSecond)} RU/s are not enough.",
            [
                throttling.InWords(run),
                $"In the seconds with 429s the partitions used {Share(throttling.TypicalUse)} of their budget at the median: "
                + "it is the whole container, not one partition.",
                $"An operation costs {Short(run.RequestUnitsPerOperation)} RU, so the container allows "
                + $"{Short(run.Cosmos.ProvisionedRequestUnitsPerSecond / run.RequestUnitsPerOperation)} req/s at most.",
            ],
            throttling.Share(run, prediction?.RequestsPerSecond),
            [Step(run, prediction)],
            Loss.Throughput);
    }

    private static NextStep Step(RunEvidence run, Prediction? prediction) => prediction is null
        ? new NextStep("Provision more RU/s.")
        : new NextStep(
            $"Provision more RU/s: {prediction.ProvisionedRequestUnitsPerSecond:0} are enough for the heaviest step.",
            FlagChange.ToThroughputOf(run.Record.Manifest, prediction),
            prediction);
}
