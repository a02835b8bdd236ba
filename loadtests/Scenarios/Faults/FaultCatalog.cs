using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Scenarios.Faults;

/// <summary>
/// The faults that the lab can plant, each with the test of the tuning study in which it is what holds the run back, and the run
/// that has none.
/// </summary>
public static class FaultCatalog
{
    private const int HotKeyThroughput = 900;
    private const char Plus = '+';

    private static readonly Dictionary<string, TuningScenario> Places = [];

    /// <summary>
    /// Four requests in five ask for one owner. With 100 RU/s for a partition at 3.4 RU a request, 29 of them a second fill the
    /// owner's partition, so the users get 36 requests a second of the 80 that they would make; the other partitions idle.
    /// </summary>
    public static PlantedFault HotKey { get; } = Add(
        new("hot-key", "one owner is asked for by most") { HotOwnerShare = 0.8 },
        TuningLab.OwnerKey with { Throughput = HotKeyThroughput });

    /// <summary>Each operation asks all nine partitions and waits for this one.</summary>
    public static PlantedFault SlowPartition { get; } = Add(
        new("slow-partition", "one partition answers slowly") { SlowPartition = new("3", 8) }, TuningLab.ParallelQuery);

    /// <summary>Nine calls for each operation through five connections: about 12 operations a second at 47 ms a call.</summary>
    public static PlantedFault SmallPool { get; } = Add(
        new("small-pool", "five connections to the database") { CosmosConnections = 5 }, TuningLab.ParallelQuery);

    /// <summary>Two cores together can burn that for 33 requests a second, and have other things to do.</summary>
    public static PlantedFault BusyBackend { get; } = Add(
        new("busy-backend", "a backend burns CPU") { Service = new("package") { CpuMs = 60 } }, TuningLab.OwnerKey);

    /// <summary>
    /// Two calls of each operation end at Delivery: from about 15 users on more are blocked than its pool has threads at the
    /// start, and it adds one or two a second.
    /// </summary>
    public static PlantedFault BlockingHandler { get; } = Add(
        new("blocking-handler", "a handler blocks its thread") { Service = new("delivery") { BlockMs = 600 } },
        TuningLab.OwnerKey);

    /// <summary>Many more threads than the machine has cores: the generator's own work waits for its turn.</summary>
    public static PlantedFault StarvedGenerator { get; } = Add(
        new("starved-generator", "the load generator is short of CPU") { GeneratorBusyThreads = 12 }, TuningLab.OwnerKey);

    public static PlantedFault SlowBackend { get; } = Add(
        new("slow-backend", "a backend without database answers slowly") { Service = new("drone-scheduler") { DelayMs = 300 } },
        TuningLab.OwnerKey);

    /// <summary>The gateway tries again, so users see a wait rather than an error.</summary>
    public static PlantedFault FailingBackend { get; } = Add(
        new("failing-backend", "a backend fails now and then") { Service = new("package") { ErrorShare = 0.05 } },
        TuningLab.OwnerKey);

    public static IReadOnlyList<PlantedFault> All { get; } =
        [HotKey, SlowPartition, SmallPool, BusyBackend, BlockingHandler, StarvedGenerator, SlowBackend, FailingBackend];

    public static IReadOnlyList<string> Names { get; } = [.. All.Select(fault => fault.Name)];

    /// <summary>The run in which nothing is to be found: no fault, and nothing of the study left to tune.</summary>
    public static TuningScenario Healthy => TuningLab.OwnerKey;

    /// <exception cref="ArgumentException">No fault has that name; the message lists those there are.</exception>
    public static PlantedFault Find(string name) =>
        All.FirstOrDefault(fault => fault.Name == name)
        ?? throw new ArgumentException($"There is no fault '{name}'. Faults: {string.Join(", ", Names)}.", nameof(name));

    /// <summary>The fault where it is what holds the run back.</summary>
    public static TuningScenario Plant(PlantedFault fault) => Plant(fault, Places[fault.Name]);

    /// <summary>The fault in any test.</summary>
    public static TuningScenario Plant(PlantedFault fault, TuningScenario scenario) => scenario with
    {
        Name = $"{scenario.Name}{Plus}{fault.Name}",
        Title = $"{scenario.Name}, {fault.Title}",
        Published = null,
        Fault = fault,
    };

    /// <summary>The test that a run was of, by the name that it was kept under; its flags may have been others.</summary>
    /// <exception cref="ArgumentException">No test, or no fault, has that name; the message lists those there are.</exception>
    public static TuningScenario ScenarioOf(string name) =>
        name.Split(Plus) is [var scenario, var fault] ? Plant(Find(fault), TuningLab.Find(scenario)) : TuningLab.Find(name);

    private static PlantedFault Add(PlantedFault fault, TuningScenario place)
    {
        Places[fault.Name] = place;
        return fault;
    }
}
