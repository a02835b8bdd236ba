using DroneDelivery.LoadTests.Scenarios.Faults;
using DroneDelivery.SampleData;

namespace DroneDelivery.LoadTests.Scenarios.Tuning;

/// <summary>
/// The faults that a lab can plant, each at three strengths, in the test of the study in which it is what holds the run back: the
/// healthiest that has what the fault breaks.
/// </summary>
public static class FaultCatalog
{
    private const int HotKeyThroughput = 900;
    private const char Plus = '+';

    private static readonly Dictionary<string, TuningScenario> Places = [];
    private static readonly List<PlantedFault> Planted = [];

    /// <summary>
    /// Four requests in five ask for one owner. With 100 RU/s for a partition at 3.4 RU a request, 29 of them a second fill the
    /// owner's partition, so the users get 36 requests a second of the 80 that they would make; the other partitions idle.
    /// </summary>
    public static PlantedFault HotKey { get; } = Add(
        "hot-key", "one owner is asked for by most", TuningLab.OwnerKey with { Throughput = HotKeyThroughput },
        (0.5, 0.8, 0.95), (fault, share) => fault with { HotOwnerShare = share });

    /// <summary>Each operation asks all nine partitions and waits for this one.</summary>
    public static PlantedFault SlowPartition { get; } = Add(
        "slow-partition", "one partition answers slowly", TuningLab.ParallelQuery,
        (4, 8, 16), (fault, factor) => fault with { SlowPartition = new("3", factor) });

    /// <summary>Nine calls for each operation: through five connections about 12 operations a second at 47 ms a call.</summary>
    public static PlantedFault SmallPool { get; } = Add(
        "small-pool", "few connections to the database", TuningLab.ParallelQuery,
        (12, 5, 3), (fault, connections) => fault with { CosmosConnections = (int)connections });

    /// <summary>Two cores together can use 60 ms for 33 requests a second, and have other things to do.</summary>
    public static PlantedFault BusyBackend { get; } = Add(
        "busy-backend", "a backend uses much CPU", TuningLab.OwnerKey,
        (25, 60, 120), (fault, ms) => fault with { Service = new("package") { CpuMs = ms } });

    /// <summary>
    /// Two calls of each operation end at Delivery: at 600 ms from about 15 users on more are blocked than its pool has threads
    /// at the start, and it adds one or two a second.
    /// </summary>
    public static PlantedFault BlockingHandler { get; } = Add(
        "blocking-handler", "a handler blocks its thread", TuningLab.OwnerKey,
        (300, 600, 1_200), (fault, ms) => fault with { Service = new("delivery") { BlockMs = ms } });

    /// <summary>Many more threads than the machine has cores: the generator's own work waits for its turn.</summary>
    public static PlantedFault StarvedGenerator { get; } = Add(
        "starved-generator", "the load generator is short of CPU", TuningLab.OwnerKey,
        (6, 12, 24), (fault, threads) => fault with { GeneratorBusyThreads = (int)threads });

    public static PlantedFault SlowBackend { get; } = Add(
        "slow-backend", "a backend without database answers slowly", TuningLab.OwnerKey,
        (120, 300, 900), (fault, ms) => fault with { Service = new("drone-scheduler") { DelayMs = ms } });

    /// <summary>The gateway retries, so users notice a wait rather than an error.</summary>
    public static PlantedFault FailingBackend { get; } = Add(
        "failing-backend", "a backend fails now and then", TuningLab.OwnerKey,
        (0.02, 0.05, 0.2), (fault, share) => fault with { Service = new("package") { ErrorShare = share } });

    /// <summary>One request at a time holds the lock: at 25 ms there are 40 a second at most.</summary>
    public static PlantedFault LockContention { get; } = Add(
        "lock-contention", "requests wait for one lock", TuningLab.OwnerKey,
        (14, 25, 50), (fault, ms) => fault with { Service = new("package") { LockMs = ms } });

    /// <summary>An owner's month has about four deliveries.</summary>
    public static PlantedFault CallPerRow { get; } = Add(
        "call-per-row", "each row is read by a call of its own", TuningLab.OwnerKey,
        (3, 5, 20), (fault, rows) => fault with { Service = new("delivery") { RowReads = (int)rows } });

    public static PlantedFault LargeAnswers { get; } = Add(
        "large-answers", "a backend answers at great length", TuningLab.OwnerKey,
        (256, 1_024, 4_096), (fault, kib) => fault with { Service = new("package") { AnswerKib = kib } });

    /// <summary>Half of the attempts fail, and the gateway makes up to eight more, each of which costs the backend CPU.</summary>
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

    /// <summary>A third of the requests ask for the owner for whom the backend is slow.</summary>
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
    public static IReadOnlyList<PlantedFault> All { get; } =
        [.. Planted.Where(fault => fault.Strength == FaultStrength.Medium)];

    /// <summary>Each kind at each strength.</summary>
    public static IReadOnlyList<PlantedFault> AllStrengths { get; } = [.. Planted];

    /// <summary>Those of medium strength first.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. All.Union(Planted).Select(fault => fault.Name)];

    /// <summary>The names for a help text.</summary>
    public static string NamesInWords { get; } =
        $"{string.Join(", ", All.Select(fault => fault.Name))}; each with -weak or -strong too";

    /// <summary>The run in which nothing is to be found: no fault, and nothing of the study left to tune.</summary>
    public static TuningScenario Healthy => TuningLab.OwnerKey;

    /// <exception cref="ArgumentException">No fault has that name; the message lists those there are.</exception>
    public static PlantedFault Find(string name) =>
        Planted.Find(fault => fault.Name == name)
        ?? throw new ArgumentException($"There is no fault '{name}'. Faults: {NamesInWords}.", nameof(name));

    /// <summary>The test in which a fault is planted.</summary>
    public static TuningScenario PlaceOf(PlantedFault fault) => Places[fault.Kind];

    /// <summary>The fault where it is what holds the run back.</summary>
    public static TuningScenario Plant(PlantedFault fault) => Plant(fault, PlaceOf(fault));

    /// <summary>The fault in any test.</summary>
    public static TuningScenario Plant(PlantedFault fault, TuningScenario scenario) => scenario with
    {
        Name = $"{scenario.Name}{Plus}{fault.Name}",
        Title = $"{scenario.Name}, {fault.Title}{(fault.Strength == FaultStrength.Medium ? "" : $" ({Word(fault.Strength)})")}",
        Published = null,
        Fault = fault,
    };

    /// <summary>The test that a run was of, by the name that it was kept under; its flags may have been others.</summary>
    /// <exception cref="ArgumentException">No test, or no fault, has that name; the message lists those there are.</exception>
    public static TuningScenario ScenarioOf(string name) =>
        name.Split(Plus) is [var scenario, var fault] ? Plant(Find(fault), TuningLab.Find(scenario)) : TuningLab.Find(name);

    private static PlantedFault Add(
        string kind,
        string title,
        TuningScenario place,
        (double Weak, double Medium, double Strong) size,
        Func<PlantedFault, double, PlantedFault> plant)
    {
        Places[kind] = place;
        Planted.Add(plant(Fault(FaultStrength.Weak), size.Weak));
        var medium = plant(Fault(FaultStrength.Medium), size.Medium);
        Planted.Add(medium);
        Planted.Add(plant(Fault(FaultStrength.Strong), size.Strong));
        return medium;

        PlantedFault Fault(FaultStrength strength) =>
            new(strength == FaultStrength.Medium ? kind : $"{kind}-{Word(strength)}", title) { Kind = kind, Strength = strength };
    }

    private static string Word(FaultStrength strength) => strength == FaultStrength.Weak ? "weak" : "strong";
}
