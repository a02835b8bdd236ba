namespace DroneDelivery.LoadTests.Scenarios.Faults;

/// <summary>A fault that is injected to show its symptoms. It may set several properties; a lab plants one fault.</summary>
/// <param name="Name">The name on the command line and in files.</param>
public sealed record PlantedFault(string Name, string Title)
{
    /// <summary>The name without the strength; faults of one kind differ in strength only.</summary>
    public string Kind { get; init; } = Name;

    public FaultStrength Strength { get; init; } = FaultStrength.Medium;

    /// <summary>The share of requests, from 0 to 1, for the same owner.</summary>
    public double HotOwnerShare { get; init; }

    /// <summary>A physical partition whose calls take longer than those of the other partitions.</summary>
    public PartitionSlowdown? SlowPartition { get; init; }

    /// <summary>Connections that Delivery may open to the database; null leaves its default.</summary>
    public int? CosmosConnections { get; init; }

    public ServiceFault? Service { get; init; }

    /// <summary>Wrong settings of the gateway, by flag.</summary>
    public IReadOnlyDictionary<string, string> GatewayFlags { get; init; } = new Dictionary<string, string>();

    /// <summary>The number of threads that only use CPU in the load generator.</summary>
    public int GeneratorBusyThreads { get; init; }

    /// <summary>The share of the machine, from 0 to 1, that a process outside the system uses.</summary>
    public double OtherProcessShare { get; init; }
}

public enum FaultStrength
{
    Weak,
    Medium,
    Strong,
}

/// <param name="Id">The partition key range id, for example <c>3</c>.</param>
/// <param name="LatencyFactor">The factor by which the latency of its calls is multiplied.</param>
public sealed record PartitionSlowdown(string Id, double LatencyFactor);

/// <summary>A fault in each request that one service answers, health checks excluded.</summary>
/// <param name="Service">The service's name, for example <c>package</c>.</param>
public sealed record ServiceFault(string Service)
{
    /// <summary>CPU that each request uses, in ms.</summary>
    public double CpuMs { get; init; }

    /// <summary>How long each request blocks its thread without using it, in ms.</summary>
    public double BlockMs { get; init; }

    /// <summary>How long each request waits without a thread, in ms.</summary>
    public double DelayMs { get; init; }

    /// <summary>How long each request holds a lock that all requests need, in ms.</summary>
    public double LockMs { get; init; }

    /// <summary>Blanks after each answer, in KiB.</summary>
    public double AnswerKib { get; init; }

    /// <summary>The share of requests, from 0 to 1, that are answered with 503.</summary>
    public double ErrorShare { get; init; }

    /// <summary>Rows that are read one by one after the query that found them; Delivery only.</summary>
    public int RowReads { get; init; }

    /// <summary>Only requests whose query contains this text have the fault; null for all.</summary>
    public string? Only { get; init; }

    /// <summary>The flags that the service is started with, by name.</summary>
    public IReadOnlyDictionary<string, string> Flags
    {
        get
        {
            (string Name, string? Value)[] flags =
            [
                ("--fault-cpu-ms", Size(CpuMs)),
                ("--fault-block-ms", Size(BlockMs)),
                ("--fault-delay-ms", Size(DelayMs)),
                ("--fault-lock-ms", Size(LockMs)),
                ("--fault-answer-kib", Size(AnswerKib)),
                ("--fault-error-share", Size(ErrorShare)),
                ("--fault-row-reads", Size(RowReads)),
                ("--fault-only", Only),
            ];
            return flags.Where(flag => flag.Value is not null).ToDictionary(flag => flag.Name, flag => flag.Value!);

            static string? Size(double value) => value > 0 ? $"{value}" : null;
        }
    }
}
