using DroneDelivery.LoadTests.Tests.Runs;
using DroneDelivery.LoadTests.Tests.Tuning;

// Labs of which a test asserts counts and forms only may run two at a time; they run first.
[assembly: CollectionBehavior(MaxParallelThreads = 2)]
[assembly: AssemblyFixture(typeof(NothingLeftRunning))]

namespace DroneDelivery.LoadTests.Tests.Runs;

/// <summary>Classes that look at the four tuning runs, which are made once.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class RunsCollection : ICollectionFixture<TuningRuns>
{
    public const string Name = "runs";
}

/// <summary>Classes that compare what was measured: nothing else may run at the same time.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class MeasuredCollection
{
    public const string Name = "measured";
}

/// <summary>Asserts at the end that no lab left a process.</summary>
public sealed class NothingLeftRunning : IDisposable
{
    public void Dispose() => Assert.Empty(ChildProcesses.Running());
}
