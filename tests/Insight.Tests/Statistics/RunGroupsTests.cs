using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class RunGroupsTests
{
    private const string OtherMachine = "The runs are not of the same machine.";
    private static readonly MachineInfo Machine = new("Linux", "X64", 2, 7.81, ".NET 10.0") { CpuModel = "EPYC" };

    /// <summary>The state that a machine was in is no other machine.</summary>
    [Fact]
    public void Notes_OtherLoadDiffersByADigit_IsTheSameMachine()
    {
        var notes = Notes(
            Machine with { Health = new MachineHealth(false, "Others used 0.11 cores.") },
            Machine with { Health = new MachineHealth(false, "Others used 0.12 cores.") });

        Assert.Empty(notes);
    }

    [Fact]
    public void Notes_MachineMayHaveSpoiledARun_ShowsItsStateApart()
    {
        var notes = Notes(Machine, Machine with { Health = new MachineHealth(true, "Steal: 14 %.") });

        Assert.Equal(["B, run 1: Steal: 14 %."], notes);
    }

    public static TheoryData<MachineInfo> Others =>
    [
        Machine with { Os = "Windows" },
        Machine with { Architecture = "Arm64" },
        Machine with { Cores = 4 },
        Machine with { MemoryGiB = 15.6 },
        Machine with { Runtime = ".NET 11.0" },
        Machine with { CpuModel = "Xeon" },
    ];

    [Theory]
    [MemberData(nameof(Others))]
    public void Notes_AnotherMachine_SaysSo(MachineInfo other)
    {
        Assert.Equal([OtherMachine], Notes(Machine, other));
        Assert.Equal([OtherMachine], Notes(other, Machine));
    }

    [Fact]
    public void Notes_ProcessorOfAnOlderRecordUnknown_IsNoDifference()
    {
        Assert.Empty(Notes(Machine, Machine with { CpuModel = null }));
        Assert.Empty(Notes(Machine with { CpuModel = null, MemoryGiB = 7.79 }, Machine));
    }

    private static IEnumerable<string> Notes(MachineInfo a, MachineInfo b) => new RunGroups([Run(a)], [Run(b)]).Notes();

    private static RunRecord Run(MachineInfo machine) => SampleRecords.Run with
    {
        Manifest = SampleRecords.Run.Manifest with { Machine = machine },
        Load = SampleRecords.Run.Load with { ClientErrors = 0 },
    };
}
