using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Cpu;
using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>Reads the counters of the database and the usage of each process and of the lab, once a second.</summary>
internal sealed class SystemWatch(WatchedSystem system, TimeProvider time)
{
    public CosmosMonitor Cosmos { get; } = new(system.Emulator, system.Container, time);

    public ProcessUsageSampler Processes { get; } =
        new([.. system.Processes, (ProcessUsageSampler.LoadGenerator, Environment.ProcessId)], time);

    /// <summary>The use of the machine; null before the end, or if the operating system does not report it.</summary>
    public MachineLoad? Machine { get; private set; }

    /// <summary>Watches until cancelled; then returns normally.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var start = CpuReading.Now();
        await Task.WhenAll(Cosmos.RunAsync(cancellationToken), Processes.RunAsync(cancellationToken));
        Machine = CpuReading.Between(start, CpuReading.Now());
    }
}
