using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Scenarios.Faults;
using DroneDelivery.SampleData;

namespace DroneDelivery.LoadTests.Scenarios.Tuning;

/// <summary>One test of the tuning study: the Delivery service's flags, and the published figures.</summary>
/// <param name="Name">The name on the command line and in files.</param>
/// <param name="Throughput">RU/s provisioned on the container, for all its physical partitions together.</param>
/// <param name="MaxConcurrency">The query's option: 0 reads one partition after another, -1 lets the SDK decide.</param>
/// <param name="PartitionKey">The container's partition key: one of <see cref="PartitionKeys"/>.</param>
public sealed record TuningScenario(
    string Name, string Title, int Throughput, int MaxConcurrency, string PartitionKey, PublishedFigures? Published)
{
    /// <summary>As in the published study.</summary>
    public const int DefaultPartitions = DroneContainers.DeliveryPartitions;

    /// <summary>The most partitions that the emulator supports and the report's heat map shows well.</summary>
    public const int MaxPartitions = 100;

    // The minimum is a hundredth of the 6,000 RU/s that each physical partition needs when the container is created.
    private const int MinThroughputPerPartition = 60;
    private const int ThroughputStep = 100;

    /// <summary>Physical partitions of the container under study; its throughput is divided evenly over them.</summary>
    public int Partitions { get; init; } = DefaultPartitions;

    /// <summary>The minimum throughput of a container with this many partitions, in RU/s.</summary>
    public int MinThroughput => (Partitions * MinThroughputPerPartition + ThroughputStep - 1) / ThroughputStep * ThroughputStep;

    private const string Gateway = "gateway";

    /// <summary>Each partition key has a container with the same deliveries.</summary>
    public static IReadOnlyList<string> PartitionKeys { get; } = ["deliveryId", "ownerId"];

    /// <summary>Processes of the Delivery service, between which the gateway balances requests.</summary>
    public int Deliveries { get; init; } = 1;

    /// <summary>The planted fault; null in the study.</summary>
    public PlantedFault? Fault { get; init; }

    /// <summary>Flags that the gateway is started with in addition to its addresses, by name.</summary>
    public IReadOnlyDictionary<string, string> GatewayFlags { get; init; } = new Dictionary<string, string>();

    /// <summary>Flags that the Delivery service is started with in addition to those of the study, by name.</summary>
    public IReadOnlyDictionary<string, string> MoreDeliveryFlags { get; init; } = new Dictionary<string, string>();

    /// <summary>Environment variables that the Delivery service is started with, by name.</summary>
    public IReadOnlyDictionary<string, string> DeliveryEnvironment { get; init; } = new Dictionary<string, string>();

    /// <summary>The flags that the Delivery service is started with, by name.</summary>
    public IReadOnlyDictionary<string, string> DeliveryFlags
    {
        get
        {
            var flags = new Dictionary<string, string>(MoreDeliveryFlags)
            {
                ["--partition-key"] = PartitionKey,
                ["--max-concurrency"] = $"{MaxConcurrency}",
                ["--throughput"] = $"{Throughput}",
            };
            if (Fault?.CosmosConnections is { } connections)
            {
                flags["--cosmos-connections"] = $"{connections}";
            }

            return flags;
        }
    }

    /// <summary>The flags of the fault that is planted in a service; empty without a fault.</summary>
    public IReadOnlyDictionary<string, string> FaultFlagsOf(string service) =>
        service == Gateway && Fault is { GatewayFlags.Count: > 0 } ? Fault.GatewayFlags
            : Fault?.Service is { } fault && fault.Service == service ? fault.Flags
            : new Dictionary<string, string>();
}
