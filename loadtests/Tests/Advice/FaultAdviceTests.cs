using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Scenarios.Faults;
using DroneDelivery.LoadTests.Tests.Runs;

namespace DroneDelivery.LoadTests.Tests.Advice;

/// <summary>The advisor, told nothing but the run, names the fault that was planted.</summary>
[Collection(RunsCollection.Name)]
public sealed class FaultAdviceTests(FaultRuns runs) : IClassFixture<FaultRuns>
{
    public static TheoryData<string, Cause, string> Faults => new()
    {
        { FaultCatalog.HotKey.Name, Cause.HotKey, "key" },
        { FaultCatalog.SlowPartition.Name, Cause.SlowPartition, "Partition 3" },
        { FaultCatalog.SmallPool.Name, Cause.ConnectionPool, "delivery" },
        { FaultCatalog.BusyBackend.Name, Cause.BusyProcess, "package" },
        { FaultCatalog.BlockingHandler.Name, Cause.ThreadStarvation, "delivery" },
        { FaultCatalog.StarvedGenerator.Name, Cause.LoadGenerator, "load generator" },
        { FaultCatalog.SlowBackend.Name, Cause.SlowBackend, "drone-scheduler" },
        { FaultCatalog.FailingBackend.Name, Cause.FailingBackend, "package" },
    };

    [Fact]
    public void Faults_OfTheCatalog_AreAllTried() => Assert.Equal(FaultCatalog.Names, Faults.Select(fault => fault.Data.Item1));

    [Theory]
    [MemberData(nameof(Faults))]
    public void Explain_PlantedFault_NamesItFirst(string name, Cause cause, string named)
    {
        var diagnosis = runs.DiagnosisOf(FaultCatalog.Plant(FaultCatalog.Find(name)));

        Assert.True(diagnosis.First?.Cause == cause, DiagnosisText.Plain(diagnosis));
        Assert.Contains(named, diagnosis.First.Title);
    }
}
