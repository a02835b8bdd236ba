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

    [Fact]
    public void Notes_RequestsWithoutAnAnswer_CountInTheLatencies()
    {
        var run = Run(Machine);

        var notes = new RunGroups([run], [run with { Load = run.Load with { ClientErrors = 15, Unanswered = 5 } }]).Notes();

        Assert.Equal(
            [
                "B: 20 of 1,000 requests failed or were not answered; they count in the latencies.",
                "Requests of B fail more often than those of A: no latency of B counts as better.",
            ],
            notes);
    }

    [Fact]
    public void Notes_RequestsFailed_HaveTheLatencyOfSuccessesAlone()
    {
        var run = Run(Machine);
        var failed = run with { Load = run.Load with { ClientErrors = 20, Successes = SampleRecords.Latency(100) } };

        Assert.Contains(
            "B: 20 of 1,000 requests failed or were not answered; they count in the latencies. "
            + "Of successes alone: p95 180 ms, p99 250 ms.",
            new RunGroups([run], [failed]).Notes());
    }

    [Fact]
    public void Notes_FailuresOfSeveralRuns_AreAddedUp()
    {
        var (run, failing) = (Run(Machine), Run(Machine) with { Load = SampleRecords.Run.Load with { ClientErrors = 15 } });

        Assert.Equal(
            ["A: 30 of 2,000 requests failed or were not answered; they count in the latencies."],
            new RunGroups([failing, failing], [run, run]).Notes());
    }

    [Fact]
    public void Unlike_LoadAndLatenciesDiffer_NamesBoth()
    {
        var manifest = SampleRecords.Run.Manifest;

        Assert.Equal(
            "The runs are not of the same load and simulated latencies.",
            RunGroups.Unlike([manifest, manifest with { Load = "5 users", Profile = "none" }]));
        Assert.Null(RunGroups.Unlike([manifest, manifest]));
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(1, 2)]
    [InlineData(2, 1)]
    public void Notes_OneRunOnASide_CouldNotAlternate(int countA, int countB)
    {
        var runs = Started([.. Enumerable.Range(0, countA + countB)]);
        var quiet = runs.Select(run => run with { Load = run.Load with { ClientErrors = 0 } }).ToList();

        Assert.Empty(new RunGroups([.. quiet.Take(countA)], [.. quiet.Skip(countA)]).Notes());
    }

    [Fact]
    public void Notes_RunsOfTwoEngines_SaysWhatThatMayChange() => Assert.Contains(
        "The runs are not of the same load engine, which may count latencies from other moments.",
        new RunGroups([SampleRecords.Run], [SampleRecords.OtherEngine]).Notes());

    [Fact]
    public void Notes_RunWithoutASuccess_SaysThatItCannotBeCompared()
    {
        var empty = SampleRecords.Run with { Load = SampleRecords.Run.Load with { Successful = 0 } };

        Assert.Contains(
            "1 of 2 runs had no successful request: latency and throughput cannot be compared.",
            new RunGroups([SampleRecords.Run], [empty]).Notes());
    }

    [Fact]
    public void Notes_AllOfABeforeAllOfB_SaysThatTheyWereNotInTurn()
    {
        const string Warning = "did not alternate";
        var (a, b) = (Started(0, 2), Started(4, 6));

        Assert.Contains(Warning, string.Join(' ', new RunGroups(a, b).Notes()));
        Assert.Contains(Warning, string.Join(' ', new RunGroups(b, a).Notes()));
        Assert.DoesNotContain(Warning, string.Join(' ', new RunGroups(Started(0, 2), Started(1, 3)).Notes()));
    }

    private static RunRecord[] Started(params int[] minutes) =>
    [
        .. minutes.Select(minute => SampleRecords.Run with
        {
            Manifest = SampleRecords.Run.Manifest with { StartedAt = SampleRecords.Run.Manifest.StartedAt.AddMinutes(minute) },
        }),
    ];

    private static IEnumerable<string> Notes(MachineInfo a, MachineInfo b) => new RunGroups([Run(a)], [Run(b)]).Notes();

    private static RunRecord Run(MachineInfo machine) => SampleRecords.Run with
    {
        Manifest = SampleRecords.Run.Manifest with { Machine = machine },
        Load = SampleRecords.Run.Load with { ClientErrors = 0 },
    };
}
