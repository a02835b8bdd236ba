namespace DroneDelivery.LoadTests.Scenarios.Faults;

/// <summary>
/// Something broken on purpose, so that what it looks like can be seen. Several may be set at once; a lab plants one.
/// </summary>
/// <param name="Name">The name on the command line and in files.</param>
/// <param name="Title">A short human title.</param>
public sealed record PlantedFault(string Name, string Title)
{
    /// <summary>The share of requests, from 0 to 1, that ask for one and the same owner.</summary>
    public double HotOwnerShare { get; init; }

    /// <summary>A physical partition whose calls take longer than those of the others.</summary>
    public SlowPartition? SlowPartition { get; init; }

    /// <summary>Connections that Delivery may open to the database; null leaves its default.</summary>
    public int? CosmosConnections { get; init; }

    /// <summary>What a service does wrong.</summary>
    public ServiceFault? Service { get; init; }

    /// <summary>Threads of the load generator that do nothing but use CPU.</summary>
    public int GeneratorBusyThreads { get; init; }
}

/// <param name="Id">The partition key range id, for example <c>3</c>.</param>
/// <param name="LatencyFactor">What the latency of its calls is multiplied by.</param>
public sealed record SlowPartition(string Id, double LatencyFactor);

/// <summary>A fault in each request that one service answers, health checks apart.</summary>
/// <param name="Service">The service's name, for example <c>package</c>.</param>
public sealed record ServiceFault(string Service)
{
    /// <summary>CPU that each request burns, in ms.</summary>
    public double CpuMs { get; init; }

    /// <summary>How long each request blocks its thread without using it, in ms.</summary>
    public double BlockMs { get; init; }

    /// <summary>How long each request waits without a thread, in ms.</summary>
    public double DelayMs { get; init; }

    /// <summary>The share of requests, from 0 to 1, that are answered 503.</summary>
    public double ErrorShare { get; init; }

    /// <summary>The flags that the service is started with, by name.</summary>
    public IReadOnlyDictionary<string, string> Flags
    {
        get
        {
            var flags = new Dictionary<string, string>();
            Add(flags, "--fault-cpu-ms", CpuMs);
            Add(flags, "--fault-block-ms", BlockMs);
            Add(flags, "--fault-delay-ms", DelayMs);
            Add(flags, "--fault-error-share", ErrorShare);
            return flags;
        }
    }

    private static void Add(Dictionary<string, string> flags, string name, double value)
    {
        if (value > 0)
        {
            flags[name] = FormattableString.Invariant($"{value}");
        }
    }
}
