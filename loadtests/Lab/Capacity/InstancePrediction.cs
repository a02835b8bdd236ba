using DroneDelivery.LoadTests.Lab.Targets;
namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// The throughput of several instances, each on a separate machine, predicted from one. At best they share nothing,
/// and each has the throughput of this one. At worst they share everything that limits this one: the scalability law
/// then applies to the requests of all instances in one system.
/// </summary>
/// <param name="Instances">The number of instances.</param>
/// <param name="Low">The worst case, in requests per second.</param>
/// <param name="High">The best case, in requests per second.</param>
/// <param name="CappedBy">The shared limit that lowers the best case; null if there is none.</param>
public sealed record InstancePrediction(int Instances, double Low, double High, SharedLimit? CappedBy)
{
    /// <param name="capacity">The capacity of one instance, in requests per second.</param>
    /// <param name="inFlight">The requests in the system at that rate.</param>
    /// <param name="shared">The limit of a resource that all instances share; null if none is known.</param>
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
