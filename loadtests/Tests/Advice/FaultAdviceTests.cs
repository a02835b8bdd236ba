using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Lab.AdviceMatrix;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Tests.Advice;

/// <summary>
/// The advisor, which gets nothing but the run, names the fault that was planted. A short part of the lab's
/// <c>advice-matrix</c>.
/// </summary>
public sealed class FaultAdviceTests(FaultRuns runs) : IClassFixture<FaultRuns>
{
    public static TheoryData<string> Names => [.. FaultRuns.Faults.Select(fault => fault.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Explain_PlantedFault_SaysWhatItHasTo(string name)
    {
        var fault = FaultCatalog.Find(name);

        var diagnosis = runs.DiagnosisOf(FaultCatalog.Plant(fault));

        Assert.True(ExpectedFinding.ForFault(fault).IsMetBy(diagnosis), DiagnosisText.Plain(diagnosis));
    }
}
