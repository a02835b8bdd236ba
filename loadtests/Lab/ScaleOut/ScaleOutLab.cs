namespace DroneDelivery.LoadTests.Lab.ScaleOut;

/// <summary>
/// More and more Deliveries behind the gateway, the next step after test 4 of the tuning study. Each Delivery is limited, so that
/// neither the rest of the machine nor the load generator on it is the limit.
/// </summary>
internal static class ScaleOutLab
{
    public const string Name = "scale-out";
    public const string Direct = "direct";
    public const string AllOwners = "all-owners";
    public const string OneOwner = "one-owner";
    public const string FewRequestUnits = "few-ru";

    public const int MaxInstances = 8;
    public const double DefaultCores = 0.07;

    /// <summary>Of each Delivery, if the system grants no CPU quota. A connection carries one call at a time.</summary>
    public const int Connections = 2;

    /// <summary>Users without think time for each Delivery: more than it can serve at once.</summary>
    public const int UsersPerInstance = 24;

    /// <summary>The number of instances at which the request units of <see cref="FewRequestUnits"/> become the limit.</summary>
    public const double Knee = 2.5;

    private const int ThroughputStep = 100;

    /// <summary>A thread without work sleeps at once. By default it looks for work for a while, which uses up a quota.</summary>
    private static readonly Dictionary<string, string> NoSpinning =
        new() { ["DOTNET_ThreadPool_UnfairSemaphoreSpinLimit"] = "0" };

    /// <summary>Test 4. Load shedding would refuse requests, since every Delivery is saturated.</summary>
    /// <param name="connections">Of each Delivery; null for its default.</param>
    public static TuningScenario Scenario(int instances, int? connections) => TuningLab.OwnerKey with
    {
        Deliveries = instances,
        GatewayFlags = new Dictionary<string, string> { ["--shedding"] = "none" },
        MoreDeliveryFlags = connections is { } limit
            ? new Dictionary<string, string> { ["--cosmos-connections"] = $"{limit}" }
            : new Dictionary<string, string>(),
        DeliveryEnvironment = connections is null ? NoSpinning : new Dictionary<string, string>(),
    };

    /// <summary>The requests of test 4.</summary>
    public static ScaleSeries Usual(IReadOnlyList<SharedLimit> shared) =>
        new(AllOwners, "all owners", TuningLab.OwnerKey.Throughput, shared, []);

    /// <summary>All series without trials, with the limits that follow from one instance.</summary>
    /// <param name="cores">Of the machine.</param>
    public static IReadOnlyList<ScaleSeries> SeriesFor(ScaleTrial one, int cores)
    {
        var (throughput, machine) = (TuningLab.OwnerKey.Throughput, one.Cpu.Limits(cores));
        var direct = new ScaleSeries(Direct, "one Delivery directly", throughput, [], []);
        if (one.ByRequestUnits is not { } units)
        {
            return [direct, Usual(machine)];
        }

        var partition = (double)throughput / TuningScenario.DefaultPartitions;
        var few = Math.Max(
            TuningLab.OwnerKey.MinThroughput,
            (int)Math.Round(throughput * Knee * one.PerSecond / units.Rate / ThroughputStep) * ThroughputStep);
        return
        [
            direct,
            Usual([units, .. machine]),
            new(
                OneOwner, "one owner", throughput,
                [new($"{partition:0} RU/s of one physical partition", partition / one.RequestUnits), .. machine], []),
            new(
                FewRequestUnits, $"all owners, {Count(few)} RU/s", few,
                [new($"{Count(few)} RU/s", units.Rate * few / throughput), .. machine], []),
        ];
    }
}

/// <summary>The settings of a run of the lab.</summary>
/// <param name="Instances">Numbers of Deliveries, in ascending order, from 1 on.</param>
/// <param name="Repeats">The number of rounds. Each round measures every number of instances once.</param>
/// <param name="Seconds">The measured interval of a trial.</param>
/// <param name="WarmUpSeconds">Load on all instances, without a limit, before the first trial.</param>
/// <param name="Cores">The CPU of each Delivery; null to limit its connections.</param>
/// <param name="Command">The command line that repeats the run.</param>
internal sealed record ScaleOutRequest(
    IReadOnlyList<int> Instances, int Repeats, double Seconds, double WarmUpSeconds, double? Cores, SimulationProfile Profile,
    string Command);
