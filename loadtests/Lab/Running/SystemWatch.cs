using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Cpu;
using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>
/// Reads a running system from outside, once a second: the database's counters, and each process with the lab's own.
/// </summary>
internal sealed class SystemWatch(WatchedSystem system, TimeProvider time)
{
    public CosmosMonitor Cosmos { get; } = new(system.Emulator, system.Container, time);

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
