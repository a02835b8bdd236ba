namespace DroneDelivery.CosmosEmulator.Throughput;

/// <summary>The account's consistency level, and what it makes reads cost.</summary>
internal sealed class ReadCost(ConsistencyLevel accountLevel)
{
    /// <summary>
    /// Reads under the two strongest levels ask two replicas. A request may ask for a weaker level than the account's.
    /// </summary>
    public RequestUnits Apply(RequestUnits charge, string? requestedLevel)
    {
        var isAsked = Enum.TryParse<ConsistencyLevel>(requestedLevel, ignoreCase: true, out var asked);
        var level = isAsked && asked > accountLevel ? asked : accountLevel;
        return level <= ConsistencyLevel.BoundedStaleness ? 2 * charge : charge;
    }
}

/// <summary>From the strongest to the weakest.</summary>
public enum ConsistencyLevel
{
    Strong,
    BoundedStaleness,
    Session,
    ConsistentPrefix,
    Eventual,
}
