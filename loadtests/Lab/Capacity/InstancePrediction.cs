using DroneDelivery.LoadTests.Lab.Targets;
namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// What several instances on machines of their own would take together, predicted from one. At best they share
/// nothing and each takes as much as this one. At worst all that held this one back is shared, and the law goes on
/// with the requests of all of them in one system.
/// </summary>
/// <param name="Instances">How many.</param>
/// <param name="Low">At worst, in requests per second.</param>
/// <param name="High">At best.</param>
/// <param name="CappedBy">The shared limit that keeps them lower still; null where none does.</param>
public sealed record InstancePrediction(int Instances, double Low, double High, SharedLimit? CappedBy)
{
    /// <param name="capacity">Of one instance, in requests per second.</param>
    /// <param name="inFlight">Requests in the system at that rate.</param>
    /// <param name="shared">Of something that all instances use; null where nothing is known.</param>
    public static InstancePrediction ForInstances(
        int instances, double capacity, double inFlight, ScalabilityModel model, SharedLimit? shared)
    {
        var together = Math.Min(instances * inFlight, Math.Max(inFlight, model.PeakInFlight));
        var low = capacity * Math.Max(1, model.ThroughputAt(together) / model.ThroughputAt(inFlight));
        var high = capacity * instances;
        return shared is { } limit && limit.Rate < high
            ? new InstancePrediction(instances, Math.Min(low, limit.Rate), limit.Rate, limit)
            : new InstancePrediction(instances, Math.Min(low, high), high, null);
    }
}
