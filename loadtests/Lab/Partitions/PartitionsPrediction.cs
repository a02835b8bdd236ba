using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Scenarios;
using MathNet.Numerics.Statistics;

namespace DroneDelivery.LoadTests.Lab.Partitions;

/// <summary>
/// What a cell should show if nothing but the simulated latencies takes time: drawn from the profile, without queues, throttling
/// and the time of code. RU are those of the published study: 29 over nine partitions, 3.4 by owner.
/// </summary>
internal sealed record PartitionsPrediction(double Calls, double RequestUnits, double MeanMs, double P95Ms)
{
    private const int Draws = 20_000;
    private const double RequestUnitsPerPartition = 29.0 / 9;
    private const double RequestUnitsByOwner = 3.4;

    public static PartitionsPrediction ForCell(PartitionsCell cell, string profileName)
    {
        var profile = SimulationProfile.Load(profileName);
        var random = new SeededRandom((ulong)profile.Seed);
        var call = new SimulatedRoundTrip(
            TimeSpan.FromMilliseconds(profile.CosmosCallMeanMs), profile.CosmosCallCoefficientOfVariation);
        var trip = new SimulatedRoundTrip(
            TimeSpan.FromMilliseconds(profile.ClientRoundTripMeanMs), profile.ClientRoundTripCoefficientOfVariation);
        double[] latencies =
        [
            .. Enumerable.Range(0, Draws).Select(_ =>
                (trip.Draw(random) + Query(cell, [.. Enumerable.Range(0, cell.Partitions).Select(_ => call.Draw(random))]))
                    .TotalMilliseconds),
        ];
        var one = cell.Way.AsksOnePartition;
        return new PartitionsPrediction(
            one ? 1 : cell.Partitions,
            one ? RequestUnitsByOwner : cell.Partitions * RequestUnitsPerPartition,
            latencies.Average(),
            latencies.Percentile(95));
    }

    private static TimeSpan Query(PartitionsCell cell, TimeSpan[] calls) =>
        cell.Way.AsksOnePartition ? calls[0]
        : cell.Way.MaxConcurrency == 0 ? calls.Aggregate((total, each) => total + each)
        : calls.Max();
}
