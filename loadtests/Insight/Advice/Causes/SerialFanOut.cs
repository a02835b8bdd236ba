namespace DroneDelivery.LoadTests.Insight.Advice.Causes;

/// <summary>The calls of an operation are made one after another although they go to different partitions.</summary>
internal static class SerialFanOut
{
    /// <summary>The change is one flag, so a tenth of latency is worth it; less is within the noise between two runs.</summary>
    private const double WorthAChange = 0.1;

    public static Finding? Find(RunEvidence run)
    {
        var calls = run.Calls;
        if (calls.Shape != CallShape.Serial || calls.PartitionsPerOperation < 2 || CallPerRow.Explains(calls))
        {
            return null;
        }

        var predictor = new Predictor(run);
        var serial = calls.ExpectedMs(CallShape.Serial, calls.Durations);
        var share = run.ShareOfLatency(calls.MeanOverAll(serial - predictor.ParallelCallsMs));
        return share < WorthAChange ? null : new Finding(
            Cause.SerialFanOut,
            $"The {Short(calls.PerOperation)} calls of an operation are made one after another.",
            [
                $"An operation asks {Short(calls.PartitionsPerOperation)} partitions, one at a time: "
                + $"{Short(calls.PerOperation)} calls of {Milliseconds(calls.Durations.Mean)} add up to {Milliseconds(serial)} "
                + $"{run.OfMeanLatency}.",
                $"In parallel they would take as long as the slowest: {Milliseconds(predictor.ParallelCallsMs)}.",
            ],
            share,
            [
                new NextStep(
                    "Query the partitions in parallel.",
                    FlagChange.ForSetting(run.Record.Manifest, Setting.MaxConcurrency, "-1"),
                    predictor.WithParallelCalls()),
            ]);
    }
}
