namespace DroneDelivery.CosmosEmulator.Throughput;

/// <summary>The account's consistency level, and what it makes reads cost.</summary>
internal sealed class ReadCost(ConsistencyLevel accountLevel)
{
    public ConsistencyLevel AccountLevel { get; } = accountLevel;

    /// <summary>Reads under the two strongest levels ask two replicas. A request may ask for a weaker level than the account's.</summary>
    public double Of(double charge, string? requestedLevel)
    {
        var level = Enum.TryParse<ConsistencyLevel>(requestedLevel, ignoreCase: true, out var asked) && asked > AccountLevel ? asked : AccountLevel;
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
