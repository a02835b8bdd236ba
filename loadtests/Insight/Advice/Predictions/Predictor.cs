using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Advice.Predictions;

/// <summary>
/// What the same load would measure after a change, from this run's measurements alone: latency is the rest of the request plus its
/// unthrottled calls (their sum, the largest of them, or one); throughput follows from the users (<see cref="ClosedNetwork"/>), bounded
/// by the request units.
/// </summary>
internal sealed class Predictor(RunEvidence run)
{
    /// <summary>
    /// The part of a partition's request units that the heaviest step may use on average: arrivals differ from second to second, and a
    /// second over the budget is a second of waits.
    /// </summary>
    private const double UsableShare = 0.7;

    private readonly ClosedNetwork? _network = ClosedNetwork.Of(run.Load);

    /// <summary>The run with as many RU/s as its heaviest step asks for.</summary>
    public Prediction? WithEnoughRequestUnits() => _network is null || !run.Calls.Any
        ? null
        : Predict(
            run.RestMs + run.Calls.ExpectedMs(run.Calls.Shape, run.Calls.Durations),
            run.RequestUnitsPerOperation,
            UnevenUse,
            "its calls without the waits to retry",
            provisioned: null);

    /// <summary>The run with its serial calls made at the same time.</summary>
    public Prediction? SideBySide() => _network is null || run.Calls.Shape != CallShape.Serial
        ? null
        : Predict(
            run.RestMs + SideBySideMs,
            run.RequestUnitsPerOperation,
            UnevenUse,
            $"the mean of the longest of {Short(run.Calls.PerOperation)} lognormal calls (mean {Milliseconds(run.Calls.Durations.Mean)}, "
            + $"sigma {Short(run.Calls.Durations.Sigma)})",
            run.Cosmos.ProvisionedRequestUnitsPerSecond);

    /// <summary>The run with one call to the one partition that holds what is asked.</summary>
    public Prediction? OneCall()
    {
        if (_network is null || run.Calls.PartitionsPerOperation <= 1)
        {
            return null;
        }

        var units = run.RequestUnitsPerOperation - ((run.Calls.PartitionsPerOperation - 1) * run.Calls.EmptyVisitCharge);
        return Predict(
            run.RestMs - run.Calls.PlanMs + run.Calls.Durations.Mean,
            Math.Max(units, run.Calls.EmptyVisitCharge),
            1,
            $"one call of {Milliseconds(run.Calls.Durations.Mean)} and no query plan",
            run.Cosmos.ProvisionedRequestUnitsPerSecond);
    }

    /// <summary>The run with its calls as long as the database says, so without a wait for a connection.</summary>
    public Prediction? WithEnoughConnections() => _network is null || run.Calls.Service.Mean <= 0
        ? null
        : Predict(
            run.RestMs + run.Calls.ExpectedMs(run.Calls.Shape, run.Calls.Service),
            run.RequestUnitsPerOperation,
            UnevenUse,
            "its calls as long as the database says that they took",
            run.Cosmos.ProvisionedRequestUnitsPerSecond);

    /// <summary>The run with requests shorter by <paramref name="ms"/>.</summary>
    public Prediction? Shorter(double ms) => _network is null
        ? null
        : Predict(
            Math.Max(0, run.LatencyMs - ms),
            run.RequestUnitsPerOperation,
            UnevenUse,
            $"the measured latency less {Milliseconds(ms)}",
            run.Cosmos.ProvisionedRequestUnitsPerSecond);

    /// <summary>How long an operation would wait for its calls if they were made at the same time.</summary>
    public double SideBySideMs => run.Calls.ExpectedMs(CallShape.SideBySide, run.Calls.Durations);

    /// <summary>The most used partition's part of all request units, times the number of partitions: 1 where all are used alike.</summary>
    private double UnevenUse
    {
        get
        {
            var used = run.Cosmos.Partitions.Select(partition => partition.Seconds.Sum(second => second.RequestUnits)).ToList();
            return used.Count > 0 && used.Sum() > 0 ? used.Max() / used.Sum() * used.Count : 1;
        }
    }

    private Prediction Predict(double latencyMs, double units, double unevenUse, string how, double? provisioned)
    {
        var network = _network!;
        var enough = AzurePrice.AtLeast(network.PeakDemand(latencyMs) * units * unevenUse / UsableShare);
        var throughput = provisioned ?? Math.Max(enough, run.Cosmos.ProvisionedRequestUnitsPerSecond);
        var capacity = units > 0 ? throughput / (units * unevenUse) : double.PositiveInfinity;
        var (rate, mean) = network.With(latencyMs, capacity);
        return new Prediction(
            rate,
            mean,
            units,
            throughput,
            enough,
            $"{Milliseconds(latencyMs)} = {how}, and {Milliseconds(run.RestMs)} for the rest of the request; users think for "
            + $"{Milliseconds(network.ThinkTimeMs)} (Little's law); request units allow {Short(capacity)} req/s");
    }
}
