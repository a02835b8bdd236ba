using DroneDelivery.LoadTests.Lab.AdviceMatrix;
using DroneDelivery.LoadTests.Scenarios.Faults;

namespace DroneDelivery.LoadTests.Tests.Advice;

/// <summary>
/// From the run alone, the advisor reports the planted fault. These tests are a short part of the lab's
/// <c>advice-matrix</c>.
/// </summary>
[Collection(MeasuredCollection.Name)]
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

/// <summary>Each fault with a rule in the advisor, and one without, in the test in which it is the bottleneck.</summary>
public sealed class FaultRuns() : ShortRuns([.. Faults.Select(FaultCatalog.Plant)], TimeSpan.FromSeconds(7))
{
    public static IReadOnlyList<PlantedFault> Faults { get; } =
    [
        .. FaultCatalog.All.Where(fault => ExpectedFinding.ForFault(fault).FirstCause is not null), FaultCatalog.SlowOwner,
    ];
}
