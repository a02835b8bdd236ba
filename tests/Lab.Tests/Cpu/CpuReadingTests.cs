using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Cpu;

namespace DroneDelivery.Lab.Tests.Cpu;

public sealed class CpuReadingTests
{
    private const int Lab = 10;
    private const int Service = 11;
    private const int Worker = 12;
    private const int Compiler = 20;

    private static readonly CpuReading Start = Reading(
        new CpuTimes(Total: 5_000, Idle: 3_000, Steal: 100),
        Process(Lab, 1, 100),
        Process(Service, Lab, 200),
        Process(Compiler, 1, 300));

    [Fact]
    public void CpuTimes_Stat_AreOfAllCoresWithoutGuestsTwice()
    {
        var times = CpuTimes.Parse("cpu  100 10 50 700 30 5 5 100 90 9\ncpu0 1 2 3 4 5 6 7 8 9 10\n");

        Assert.Equal(new CpuTimes(1_000, 730, 100), times);
        Assert.Null(CpuTimes.Parse("cpu0 1 2 3 4 5 6 7 8 9 10"));
        Assert.Null(CpuTimes.Parse(null));
    }

    [Fact]
    public void Loopback_OfInterfaces_IsWhatWasSent()
    {
        const string Interfaces = "Inter-| Receive | Transmit\n face |bytes\n  lo: 900 2 0 0 0 0 0 0   700 3 0 0 0 0 0 0\n  eth0: 5\n";

        Assert.Equal(700, CpuReading.ParseLoopback(Interfaces));
        Assert.Null(CpuReading.ParseLoopback("  eth0: 5 1 0 0 0 0 0 0 7 1\n"));
        Assert.Null(CpuReading.ParseLoopback(null));
        var end = Start with { Machine = new CpuTimes(6_000, 3_400, 150), LoopbackBytes = 700 };
        Assert.Equal(200, CpuReading.Between(Start with { LoopbackBytes = 500 }, end)!.LoopbackBytes);
        Assert.Null(CpuReading.Between(Start, end)!.LoopbackBytes);
    }

    [Fact]
    public void ProcessTimes_NameWithBracketsAndBlanks_IsReadWhole()
    {
        var stat = "4711 (my (odd) name) S 1 2 3 4 5 6 7 8 9 10 250 50 7 3 20 0 12 0 999";

        Assert.Equal(new ProcessTimes(4_711, "my (odd) name", 1, 300, 10), ProcessTimes.Parse(stat));
        Assert.Null(ProcessTimes.Parse("4711 S 1 2"));
        Assert.Null(ProcessTimes.Parse(null));
    }

    [Fact]
    public void Between_TwoReadings_TellsStolenOtherAndOwnTimeApart()
    {
        var end = Reading(
            new CpuTimes(6_000, 3_300, 240), Process(Lab, 1, 150), Process(Service, Lab, 350), Process(Compiler, 1, 620));

        var load = CpuReading.Between(Start, end);

        // Of 1,000 ticks 300 were idle and 140 stolen; of the 560 others the run used 50 + 150.
        Assert.Equal((0.14, 0.36, 0.2), (load!.StolenShare, Math.Round(load.OtherShare!.Value, 6), load.OwnShare));
        Assert.Equal(new OtherProcess(Compiler, "p20", 0.64), load.Busiest);
    }

    [Fact]
    public void Between_ProcessOfTheRunStartedAndEnded_ItsTimeIsTheRuns()
    {
        var started = Process(Worker, Service, 80);
        var ended = Process(Lab, 1, 100) with { EndedChildrenTicks = 120 };
        var end = Reading(new CpuTimes(6_000, 3_800, 100), ended, Process(Service, Lab, 200), started, Process(Compiler, 1, 300));

        var load = CpuReading.Between(Start, end);

        Assert.Equal((0.2, 0.0), (load!.OwnShare, load.OtherShare));
        Assert.Null(load.Busiest);
    }

    [Fact]
    public void Between_SystemThatTheLabDidNotStart_SaysNothingOfOtherProcesses()
    {
        var end = Reading(new CpuTimes(6_000, 3_300, 240), Process(Lab, 1, 150), Process(Compiler, 1, 620));

        var load = CpuReading.Between(Start, end, knowsSystem: false);

        Assert.Equal((0.14, null, null), (load!.StolenShare, load.OtherShare, load.Busiest));
    }

    [Fact]
    public void Between_NothingReadOrNoTime_Null()
    {
        Assert.Null(CpuReading.Between(null, Start));
        Assert.Null(CpuReading.Between(Start, null));
        Assert.Null(CpuReading.Between(Start, Start));
    }

    private static CpuReading Reading(CpuTimes machine, params ProcessTimes[] processes) =>
        new(machine, processes.ToDictionary(process => process.Id), Root: Lab, Cores: 2);

    private static ProcessTimes Process(int id, int parent, long ticks) => new(id, $"p{id}", parent, ticks, 0);
}
