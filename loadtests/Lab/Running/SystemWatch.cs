using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Cpu;
using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Seeding;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>
/// Watches a running system from outside, once a second: the database's counters, and each process with the lab's own. It knows
/// the processes that run when it is made: make another one after services were started anew.
/// </summary>
internal sealed class SystemWatch(DroneSystem system, TuningScenario scenario, TimeProvider time)
{
    public CosmosMonitor Cosmos { get; } = new(system.Emulator, DroneContainers.For(scenario.PartitionKey), time);

    public ProcessUsageSampler Processes { get; } =
        new([.. system.Processes, (ProcessUsageSampler.LoadGenerator, Environment.ProcessId)], time);

    /// <summary>What used the machine meanwhile; null before the end, and where the operating system does not tell.</summary>
    public MachineLoad? Machine { get; private set; }

    /// <summary>Watches until cancelled; then returns normally.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var start = CpuReading.Now();
        await Task.WhenAll(Cosmos.RunAsync(cancellationToken), Processes.RunAsync(cancellationToken));
        Machine = CpuReading.Between(start, CpuReading.Now());
    }
}
