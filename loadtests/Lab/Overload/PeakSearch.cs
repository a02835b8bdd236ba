using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>Finds what loads are multiples of.</summary>
internal sealed class PeakSearch(LoadTarget target, OverloadRequest request, Action<string> say, TimeProvider time)
{
    /// <summary>Within a few per cent and little more than a minute.</summary>
    private static readonly CapacityPlan Plan = new()
    {
        StartRate = 150,
        Bracket = 1.1,
        Confirmations = 2,
        WarmUpSeconds = 6,
        SearchSeconds = 2,
        LeastArrivals = 300,
        ConfirmSeconds = 3,
        ConfirmArrivals = 400,
    };

    /// <returns>Requests per second; null when it was cancelled.</returns>
    /// <exception cref="LabException">The target failed, or keeps the objective at no rate.</exception>
    public async Task<double?> FindAsync(CancellationToken cancellationToken)
    {
        var search = new CapacityRequest(
            new LatencyGoal(request.Objective), null, [LoadVariant.Usual], 1, TimeSpan.Zero, Plan, request.Command);
        var found = await new CapacityRun(target, search, say, time).RunAsync(cancellationToken);
        if (cancellationToken.IsCancellationRequested)
        {
            return null;
        }

        return found.Envelope.Failure is { } failure ? throw new LabException(failure)
            : found.Searches[0].ByLatency.Rate
                ?? throw new LabException(
                    "The objective was kept at no rate: give the capacity with --capacity, or another --slo.");
    }
}
