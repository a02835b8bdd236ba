namespace DroneDelivery.LoadTests.Lab.ScaleOut;

/// <summary>The content of <c>scale-out.json</c>.</summary>
/// <param name="One">The first trial, with one instance. All predictions are made from it.</param>
internal sealed record ScaleOutRecord(
    StudyEnvelope Envelope, InstanceLimit Limit, ScaleTrial One, IReadOnlyList<ScaleSeries> Series);

/// <summary>How each Delivery is limited: by its CPU or by its connections to the database.</summary>
/// <param name="Cores">The share of a core; null if the CPU is not limited.</param>
/// <param name="Connections">Null if they are not limited.</param>
/// <param name="CallMs">The mean latency of a call to the database, for which a connection is in use.</param>
/// <param name="Refusal">Why there is no CPU quota; null if there is one, or if none was asked for.</param>
internal sealed record InstanceLimit(double? Cores, int? Connections, double CallMs, string? Refusal)
{
    [JsonIgnore]
    public string Name => Cores is null ? "Delivery's connections" : "Delivery's CPU";

    [JsonIgnore]
    public string Text => Cores is { } cores
        ? $"Each Delivery has {Short(cores)} core: a control group limits it."
        : $"Each Delivery has {Counted(Connections ?? 0, "connection")} to the database"
            + (Refusal is { } reason ? $", since its CPU could not be limited. {reason}" : ".");

    /// <summary>The used share of the limited resource, by the utilization law.</summary>
    public double ShareUsed(int instances, double perSecond, double deliveryMs) => Cores is { } cores
        ? perSecond * deliveryMs / 1000 / (instances * cores)
        : perSecond * CallMs / 1000 / (instances * (Connections ?? 1));
}

/// <summary>One kind of load on a growing number of instances.</summary>
/// <param name="Name">The name in files.</param>
/// <param name="Throughput">The RU/s of the container.</param>
/// <param name="Shared">The limits of what all instances share, known before the trials.</param>
internal sealed record ScaleSeries(
    string Name, string Title, int Throughput, IReadOnlyList<SharedLimit> Shared, List<ScaleTrial> Trials)
{
    /// <summary>Whether the requests go to one Delivery, without the gateway.</summary>
    [JsonIgnore]
    public bool IsDirect => Name == ScaleOutLab.Direct;

    [JsonIgnore]
    public PlantedFault? Fault => Name == ScaleOutLab.OneOwner ? new PlantedFault(Name, Title) { HotOwnerShare = 1 } : null;

    /// <summary>
    /// Load before the measured interval, in which queues fill. That of a partition without RU/s takes longer: users wait there
    /// one by one, while the other partitions still serve the rest of them.
    /// </summary>
    [JsonIgnore]
    public double SettlingSeconds => Name == ScaleOutLab.FewRequestUnits ? 8 : 2;

    /// <summary>For N instances N times the throughput of one, unless a shared limit is lower.</summary>
    /// <param name="one">The throughput of one instance.</param>
    /// <param name="limit">The name of the limit of each instance.</param>
    public SharedLimit Predict(int instances, double one, string limit) =>
        Shared.Prepend(new SharedLimit(limit, instances * one)).MinBy(each => each.Rate)!;
}

/// <summary>The throughput of a number of instances at saturation, and what limited it.</summary>
/// <param name="Round">From 1; 0 for the first trial, which belongs to no round.</param>
/// <param name="Load">The load, with users in a closed loop.</param>
/// <param name="Failed">Requests without a success, in the whole trial.</param>
/// <param name="InstanceShare">The used share of the limited resource of the instances.</param>
/// <param name="PartitionShare">The used share of the RU/s of the most used physical partition.</param>
/// <param name="Cpu">CPU time of each request.</param>
internal sealed record ScaleTrial(
    int Instances, int Round, CapacityTrial Load, long Failed, double InstanceShare, double PartitionShare, CpuUse Cpu)
{
    /// <summary>RU of each request.</summary>
    public double RequestUnits { get; init; }

    /// <inheritdoc cref="LoadTarget.FindSharedLimitAsync"/>
    public SharedLimit? ByRequestUnits { get; init; }

    [JsonIgnore]
    public double PerSecond => Load.Throughput;

    /// <summary>The used share of the RU/s of the most used physical partition.</summary>
    /// <param name="second">The first second (Unix time) of the <paramref name="seconds"/> that count.</param>
    public static double PartitionShareOf(ContainerState container, long second, long seconds) =>
        container.Partitions.Max(partition =>
            partition.Seconds.Where(each => each.Second >= second && each.Second < second + seconds)
                .Sum(each => each.RequestUnits) / seconds / partition.BudgetPerSecond);
}

/// <summary>CPU time in ms: used so far, or of one request. <paramref name="AllMs"/> includes the load generator.</summary>
internal sealed record CpuUse(double DeliveryMs, double GatewayMs, double AllMs)
{
    /// <param name="instances">The Deliveries that are counted: the first of all.</param>
    public static CpuUse Read(LoadTarget target, int instances)
    {
        return new(
            Sum(ProcessesOf(BuiltService.Delivery, target.Processes).Take(instances)),
            Sum(ProcessesOf(BuiltService.Gateway, target.Processes)),
            LoadTarget.SumCpu(target.ReadProcesses()).TotalMilliseconds);

        static double Sum(IEnumerable<int> processes) =>
            processes.Sum(id => ProcessReading.Find(id)?.Cpu.TotalMilliseconds ?? 0);
    }

    /// <summary>The only process of the service, or all of several: <c>delivery-1</c> and so on.</summary>
    public static IEnumerable<int> ProcessesOf(
        BuiltService service, IEnumerable<(string Name, int ProcessId)> processes) =>
        processes.Where(each => service.IsProcess(each.Name)).Select(each => each.ProcessId);

    public CpuUse ForEach(long requests, CpuUse since)
    {
        var number = Math.Max(1, requests);
        return new(
            (DeliveryMs - since.DeliveryMs) / number, (GatewayMs - since.GatewayMs) / number, (AllMs - since.AllMs) / number);
    }

    /// <summary>The throughput at which the CPU of this machine is used up, by the utilization law.</summary>
    public IReadOnlyList<SharedLimit> Limits(int cores) =>
    [
        .. from each in ((string Name, double Ms)[])[("the machine's CPU", AllMs), ("the gateway's CPU", GatewayMs)]
           where each.Ms > 0
           select new SharedLimit(each.Name, cores * 1000 / each.Ms),
    ];
}
