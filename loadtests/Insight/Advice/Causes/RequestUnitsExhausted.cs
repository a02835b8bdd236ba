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
            run.Cosmos.ProvisionedRequestUnitsPerSecond is > 0 and var provisioned
                ? $"The container is out of request units: {Short(provisioned)} RU/s are not enough."
                : "The container is out of request units.",
            [throttling.InWords(run), throttling.UseInWords, CostInWords(run)],
            throttling.Share(run, prediction?.RequestsPerSecond),
            [Step(run, prediction)],
            Loss.Throughput)
            .WithDoubt(throttling.Hottest is null
                ? "without figures of partitions it may be one hot partition instead (record shows them)"
                : null);
    }

    private static string CostInWords(RunEvidence run)
    {
        var cost = $"An operation costs {Short(run.RequestUnitsPerOperation)} RU";
        return run.Cosmos.ProvisionedRequestUnitsPerSecond is > 0 and var provisioned
            ? $"{cost}, so the container allows {Short(provisioned / run.RequestUnitsPerOperation)} req/s at most."
            : $"{cost}. The RU/s of the container are not known.";
    }

    private static NextStep Step(RunEvidence run, Prediction? prediction) => prediction is null
        ? new NextStep("Provision more RU/s.")
        : new NextStep(
            $"Provision more RU/s: {prediction.ProvisionedRequestUnitsPerSecond:0} are enough for the heaviest step.",
            FlagChange.ToThroughputOf(run.Record.Manifest, prediction),
            prediction);
}
