using DroneDelivery.LoadTests.Scenarios.Faults;
using DroneDelivery.SampleData;

namespace DroneDelivery.LoadTests.Scenarios.Tuning;

/// <summary>
/// The faults that a lab can plant, each at three strengths. Each fault has a test of the study in which it is the bottleneck:
/// the healthiest test that uses the faulty part.
/// </summary>
public static class FaultCatalog
{
    private const int HotKeyThroughput = 900;
    private const char Plus = '+';

    private static readonly Dictionary<string, TuningScenario> Places = [];
    private static readonly List<PlantedFault> Planted = [];

    /// <summary>
    /// Four of five requests are for one owner. At 100 RU/s for a partition and 3.4 RU for a request, the owner's partition
    /// serves 29 requests a second. 40 users get 36 requests a second instead of 80, and the other partitions are idle.
    /// </summary>
    public static PlantedFault HotKey { get; } = Add(
        "hot-key", "most requests are for one owner", TuningLab.OwnerKey with { Throughput = HotKeyThroughput },
        (0.5, 0.8, 0.95), (fault, share) => fault with { HotOwnerShare = share });

    /// <summary>Each operation queries all nine partitions and waits for the slow one.</summary>
    public static PlantedFault SlowPartition { get; } = Add(
        "slow-partition", "one partition answers slowly", TuningLab.ParallelQuery,
        (4, 8, 16), (fault, factor) => fault with { SlowPartition = new("3", factor) });

    /// <summary>Each operation makes nine calls of 47 ms: five connections serve about 12 operations a second.</summary>
    public static PlantedFault SmallPool { get; } = Add(
        "small-pool", "few connections to the database", TuningLab.ParallelQuery,
        (12, 5, 3), (fault, connections) => fault with { CosmosConnections = (int)connections });

    /// <summary>At 60 ms of CPU each, two cores serve at most 33 requests a second, and they have other work too.</summary>
    public static PlantedFault BusyBackend { get; } = Add(
        "busy-backend", "a backend uses much CPU", TuningLab.OwnerKey,
        (25, 60, 120), (fault, ms) => fault with { Service = new("package") { CpuMs = ms } });

    /// <summary>
    /// Each operation makes two calls to Delivery. At 600 ms, from about 15 users on, more calls are blocked than the 16 threads
    /// with which its thread pool starts (<c>src/Directory.Build.props</c>), and the pool adds one or two threads a second.
    /// </summary>
    public static PlantedFault BlockingHandler { get; } = Add(
        "blocking-handler", "a handler blocks its thread", TuningLab.OwnerKey,
        (300, 600, 1_200), (fault, ms) => fault with { Service = new("delivery") { BlockMs = ms } });

    /// <summary>More threads than cores use CPU, so that the load generator's work waits for a core.</summary>
    public static PlantedFault StarvedGenerator { get; } = Add(
        "starved-generator", "the load generator is short of CPU", TuningLab.OwnerKey,
        (6, 12, 24), (fault, threads) => fault with { GeneratorBusyThreads = (int)threads });

    public static PlantedFault SlowBackend { get; } = Add(
        "slow-backend", "a backend without database answers slowly", TuningLab.OwnerKey,
        (120, 300, 900), (fault, ms) => fault with { Service = new("drone-scheduler") { DelayMs = ms } });

    /// <summary>The gateway retries, so users notice a wait rather than an error.</summary>
    public static PlantedFault FailingBackend { get; } = Add(
        "failing-backend", "a backend sometimes fails", TuningLab.OwnerKey,
        (0.02, 0.05, 0.2), (fault, share) => fault with { Service = new("package") { ErrorShare = share } });

    /// <summary>One request at a time holds the lock: at 25 ms there are 40 a second at most.</summary>
    public static PlantedFault LockContention { get; } = Add(
        "lock-contention", "requests wait for one lock", TuningLab.OwnerKey,
        (14, 25, 50), (fault, ms) => fault with { Service = new("package") { LockMs = ms } });

    /// <summary>An owner's month has about four deliveries.</summary>
    public static PlantedFault CallPerRow { get; } = Add(
        "call-per-row", "each row is read by a separate call", TuningLab.OwnerKey,
        (3, 5, 20), (fault, rows) => fault with { Service = new("delivery") { RowReads = (int)rows } });

    public static PlantedFault LargeAnswers { get; } = Add(
        "large-answers", "a backend sends large answers", TuningLab.OwnerKey,
        (256, 1_024, 4_096), (fault, kib) => fault with { Service = new("package") { AnswerKib = kib } });

    /// <summary>Half of the attempts fail. The gateway retries up to eight times; each retry uses the backend's CPU.</summary>
    public static PlantedFault RetryStorm { get; } = Add(
        "retry-storm", "retries multiply the load", TuningLab.OwnerKey,
        (0.3, 0.5, 0.7), (fault, share) => fault with
        {
            Service = new("package") { ErrorShare = share, CpuMs = 5 },
            GatewayFlags = new Dictionary<string, string>
            {
                ["--Resilience:Retries"] = "8",
                ["--Resilience:RetryDelay"] = "00:00:00.010",
                ["--Resilience:BreakerFailureRatio"] = "1",
            },
        });

    /// <summary>A third of the requests are for the owner for whom the backend is slow.</summary>
    public static PlantedFault SlowOwner { get; } = Add(
        "slow-owner", "a backend is slow for one owner", TuningLab.OwnerKey,
        (300, 900, 2_000), (fault, ms) => fault with
        {
            HotOwnerShare = 0.33,
            Service = new("drone-scheduler") { DelayMs = ms, Only = new World().OwnerIds.First() },
        });

    public static PlantedFault BusyMachine { get; } = Add(
        "busy-machine", "another process uses the machine", TuningLab.OwnerKey,
        (0.5, 0.75, 1), (fault, share) => fault with { OtherProcessShare = share });

    /// <summary>Each kind at medium strength.</summary>
    public static IReadOnlyList<PlantedFault> All { get; } = [.. Planted.Where(fault => fault.Strength == FaultStrength.Medium)];

    /// <summary>Each kind at each strength.</summary>
    public static IReadOnlyList<PlantedFault> AllStrengths { get; } = [.. Planted];

    /// <summary>All names, with those of medium strength first.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. All.Union(Planted).Select(fault => fault.Name)];

    /// <summary>The names for a help text.</summary>
    public static string NamesInWords { get; } =
        $"{string.Join(", ", All.Select(fault => fault.Name))}; each with -weak or -strong too";

    /// <summary>The test without a fault, in which no setting of the study is left to tune.</summary>
    public static TuningScenario Healthy => TuningLab.OwnerKey;

    /// <exception cref="ArgumentException">No fault has this name; the message lists the names.</exception>
    public static PlantedFault Find(string name) =>
        Planted.Find(fault => fault.Name == name)
        ?? throw new ArgumentException($"There is no fault '{name}'. Faults: {NamesInWords}.", nameof(name));

    /// <summary>The test in which a fault is planted.</summary>
    public static TuningScenario PlaceOf(PlantedFault fault) => Places[fault.Kind];

    /// <summary>Plants the fault in the test in which it is the bottleneck.</summary>
    public static TuningScenario Plant(PlantedFault fault) => Plant(fault, PlaceOf(fault));

    /// <summary>Plants the fault in any test.</summary>
    public static TuningScenario Plant(PlantedFault fault, TuningScenario scenario) => scenario with
    {
        Name = $"{scenario.Name}{Plus}{fault.Name}",
        Title = $"{scenario.Name}, {fault.Title}{(fault.Strength == FaultStrength.Medium ? "" : $" ({Word(fault.Strength)})")}",
        Published = null,
        Fault = fault,
    };

    /// <summary>The test of a run, by the scenario name in its manifest; the run's flags may differ.</summary>
    /// <exception cref="ArgumentException">No test or no fault has this name; the message lists the names.</exception>
    public static TuningScenario ScenarioOf(string name) =>
        name.Split(Plus) is [var scenario, var fault] ? Plant(Find(fault), TuningLab.Find(scenario)) : TuningLab.Find(name);

    private static PlantedFault Add(
        string kind, string title, TuningScenario place, (double Weak, double Medium, double Strong) size,
        Func<PlantedFault, double, PlantedFault> plant)
    {
        Places[kind] = place;
        Planted.Add(plant(Fault(FaultStrength.Weak), size.Weak));
        Planted.Add(plant(Fault(FaultStrength.Medium), size.Medium));
        Planted.Add(plant(Fault(FaultStrength.Strong), size.Strong));
        return Planted[^2];

        PlantedFault Fault(FaultStrength strength) =>
            new(strength == FaultStrength.Medium ? kind : $"{kind}-{Word(strength)}", title) { Kind = kind, Strength = strength };
    }

    private static string Word(FaultStrength strength) => strength == FaultStrength.Weak ? "weak" : "strong";
}
