using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice;

public sealed class BoundsFinderTests
{
    private const string RequestUnits = "request units of the container";

    [Fact]
    public void Cycle_OneRequest_IsDividedIntoFourParts()
    {
        var record = SampleRecords.Run with { Load = SampleRecords.Run.Load with { ThinkTimeMs = 300 } };

        // 200 ms of latency: 61 + 59 ms outside, 30 ms in the database, and the other 50 ms in the services.
        Assert.Equal(
            [
                new CyclePart("think time", 300, InSystem: false),
                new CyclePart("the users' own network", 120, InSystem: false),
                new CyclePart("the services", 50, InSystem: true),
                new CyclePart("the database", 30, InSystem: true),
            ],
            Find(record, OneRequest).Cycle);
    }

    [Fact]
    public void Cycle_OneRequestOfTwoNeedsNoDatabase_CountsHalfOfItsTime()
    {
        var samples = OneRequest with
        {
            Spans = [.. OneRequest.Spans, .. TraceBuilder.Invoice("u", 80).Spans],
            Requests = [.. OneRequest.Requests, OneRequest.Requests[0] with { TraceId = "u" }],
        };

        var cycle = Find(SampleRecords.Run, samples).Cycle;

        // Of 200 ms: 120 ms outside, 30 ms in the database for every second request, and the rest in the services.
        Assert.Equal(15, Assert.Single(cycle, part => part.Name == "the database").Ms);
        Assert.Equal(65, Assert.Single(cycle, part => part.Name == "the services").Ms);
    }

    [Theory]
    [InlineData(0.99, false)]
    [InlineData(1, true)]
    [InlineData(1.01, true)]
    public void Cycle_ShortThinkTime_CountsFromAMillisecond(double ms, bool expected)
    {
        var cycle = Find(SampleRecords.Run with { Load = SampleRecords.Run.Load with { ThinkTimeMs = ms } }, OneRequest).Cycle;

        Assert.Equal(expected, cycle.Any(part => part.Name == "think time"));
    }

    /// <summary>Ten users without think time make 100 requests of 100 ms a second, of which half fail.</summary>
    [Fact]
    public void Cycle_HalfOfTheRequestsFail_HasNoThinkTime()
    {
        var load = SampleRecords.Run.Load with
        {
            ThinkTimeMs = null,
            Sent = 5_000,
            Successful = 2_500,
            ClientErrors = 2_500,
            CutOff = 0,
            Latency = SampleRecords.Latency(100),
            Steps = [SampleRecords.Run.Load.Steps[0] with { Users = 10, DurationSeconds = 50 }],
        };

        Assert.DoesNotContain(Find(SampleRecords.Run with { Load = load }).Cycle, part => part.Name == "think time");
    }

    [Fact]
    public void Capacities_CpuIsUsedMost_IsFirstAndNamesTheLargestProcess()
    {
        var capacities = Find(WithCores(0.5, 0.7, 0.2)).Capacities;

        // 980 requests in 50 s are 19.6 req/s: with 1.4 of 2 cores, and with 28,800 RU in 50 s of 900 RU/s.
        Assert.Equal(["CPU of the machine, of which process 1 uses the most", RequestUnits], capacities.Select(each => each.Resource));
        Assert.Equal((0.7, 28), (capacities[0].Used, capacities[0].RequestsPerSecond), Near);
        Assert.Equal((0.64, 30.625), (capacities[1].Used, capacities[1].RequestsPerSecond), Near);
    }

    [Fact]
    public void Capacities_RequestUnitsAreUsedMost_AreFirst()
    {
        var capacities = Find(WithCores(0.5)).Capacities;

        Assert.Equal([RequestUnits, "CPU of the machine, of which process 0 uses the most"], capacities.Select(each => each.Resource));
        Assert.Equal((0.25, 78.4), (capacities[1].Used, capacities[1].RequestsPerSecond), Near);
    }

    [Theory]
    [InlineData(0.038, false)]
    [InlineData(0.04, true)]
    [InlineData(0.042, true)]
    public void Capacities_IdleCpu_CountsFromAFiftiethOfTheMachine(double cores, bool expected)
    {
        var capacities = Find(WithCores(cores)).Capacities;

        Assert.Equal(expected, capacities.Any(capacity => capacity.Resource != RequestUnits));
    }

    [Fact]
    public void Capacities_NumberOfCoresIsNotKnown_HaveNoCpu()
    {
        var record = SampleRecords.Run;
        var manifest = record.Manifest with { Machine = record.Manifest.Machine with { Cores = 0 } };

        Assert.Equal(RequestUnits, Assert.Single(Find(record with { Manifest = manifest }).Capacities).Resource);
    }

    [Fact]
    public void Capacities_NothingProvisioned_HaveNoRequestUnits()
    {
        var record = SampleRecords.Run with { Cosmos = SampleRecords.Run.Cosmos with { ProvisionedRequestUnitsPerSecond = 0 } };

        Assert.StartsWith("CPU of the machine", Assert.Single(Find(record).Capacities).Resource);
    }

    [Fact]
    public void Capacities_NoElapsedTime_HaveNoRequestUnits()
    {
        var record = SampleRecords.Run with { Load = SampleRecords.Run.Load with { DurationSeconds = 0 } };

        Assert.StartsWith("CPU of the machine", Assert.Single(Find(record).Capacities).Resource);
    }

    private static RunSamples OneRequest { get; } = RunSamples.None with
    {
        Spans = TraceBuilder.Invoice("t", 80).Cosmos("1", 20, 30).Spans,
        Requests =
        [
            new("t", 200, null, 0)
            {
                Scheduled = 0, Due = 60_000_000, Sent = 61_000_000, Answered = 141_000_000, Done = 200_000_000,
            },
        ],
    };

    private static Bounds Find(RunRecord record, RunSamples? samples = null) =>
        BoundsFinder.Find(new RunEvidence(new RunData(record, samples ?? RunSamples.None)));

    private static RunRecord WithCores(params double[] cores) => SampleRecords.Run with
    {
        Processes = [.. cores.Select((mean, number) => new ProcessRecord($"process {number}", mean, mean, 100, 100))],
    };

    private static bool Near((double Used, double Rate) expected, (double Used, double Rate) actual) =>
        Math.Abs(expected.Used - actual.Used) < 1e-9 && Math.Abs(expected.Rate - actual.Rate) < 1e-9;
}
