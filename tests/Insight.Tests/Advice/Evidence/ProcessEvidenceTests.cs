using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Evidence;

/// <summary>The run sends 1,000 requests in 50 s from a machine with two cores: half a core is 25 ms a request.</summary>
public sealed class ProcessEvidenceTests
{
    [Fact]
    public void Entry_NoRequest_IsEmpty() => Assert.Equal("", ProcessesOf(WithCores()).Entry);

    [Fact]
    public void Entry_TwoServicesAreCalled_IsTheOneCalledMoreOften()
    {
        var spans = new[] { "gateway", "back-office", "gateway" }.Index().SelectMany(service =>
            new TraceBuilder($"t{service.Index}").Span("root", null, service.Item, "GET", "server", 0, 10).Spans);

        Assert.Equal("gateway", ProcessesOf(WithCores(), [.. spans]).Entry);
    }

    // Two of three requests call stock; the network takes 2 ms of each call, and one answer is read 9 ms late.
    [Fact]
    public void UnreadMs_SomeRequestsCallTheService_ExcludesTheNetworkOfThose()
    {
        double[] unanswered = [2, 11, 0];
        var spans = unanswered.Index().SelectMany(request =>
        {
            var trace = new TraceBuilder($"t{request.Index}").Span("root", null, "shop", "GET", "server", 0, 40.5);
            return request.Item == 0 ? trace.Spans : trace
                .Span("call", "root", "shop", "GET", "client", 1.5, 10 + request.Item)
                .Span("answer", "call", "stock", "GET", "server", 2.5, 10).Spans;
        });

        Assert.Equal(3, ProcessesOf(WithCores(), [.. spans]).UnreadMs("shop"), 6);
    }

    [Fact]
    public void MeanCores_UnknownProcess_IsZero() => Assert.Equal(0, ProcessesOf(WithCores(("delivery", 0.5))).MeanCores("package"));

    [Fact]
    public void MeanCores_NameWithABlank_IsThatOfTheServiceWithADash() =>
        Assert.Equal(0.3, ProcessesOf(WithCores(("delivery", 0.5), ("drone scheduler", 0.3))).MeanCores("drone-scheduler"));

    [Fact]
    public void BusiestCores_SixSeconds_IsTheMeanOfTheTwoWithTheHighestSum()
    {
        double[] delivery = [0.1, 0.9, 0.6, 0.2, 0.8, 0.1];
        double[] package = [0.1, 0.0, 0.7, 0.2, 0.6, 0.3];
        var samples = RunSamples.None with { Processes = [.. Samples("delivery", delivery), .. Samples("package", package)] };

        var processes = new RunEvidence(new RunData(WithCores(("delivery", 0.45), ("package", 0.32)), samples)).Processes;

        // The sums of seconds 2 and 4 are 1.3 and 1.4, all others are lower.
        Assert.Equal(0.7, processes.BusiestCores("delivery"), 6);
        Assert.Equal(0.65, processes.BusiestCores("package"), 6);
    }

    [Fact]
    public void BusiestCores_NoSamples_IsTheMeanOfTheRun() =>
        Assert.Equal(0.5, ProcessesOf(WithCores(("delivery", 0.5))).BusiestCores("delivery"));

    [Theory]
    [InlineData(0.999, false)]
    [InlineData(1, true)]
    [InlineData(1.001, true)]
    public void MachineIsFull_TwoCores_IsFromThreeQuartersOn(double cores, bool full) =>
        Assert.Equal(full, ProcessesOf(WithCores(("delivery", cores), ("package", 0.5))).MachineIsFull);

    [Fact]
    public void MachineIsFull_CoresAreNotKnown_IsFalse()
    {
        var run = WithCores(("delivery", 1));

        Assert.False(ProcessesOf(WithMachine(run, run.Manifest.Machine with { Cores = 0 })).MachineIsFull);
    }

    /// <summary>The run itself uses one core of two. Another quarter of the machine makes it full.</summary>
    [Theory]
    [InlineData(0.125, 0.125, true)]
    [InlineData(0.125, 0.0625, false)]
    [InlineData(0.25, null, true)]
    public void MachineIsFull_OtherProgramsUseCores_CountsThemAndStolenTime(double stolen, double? other, bool full) =>
        Assert.Equal(full, ProcessesOf(WithLoad(WithCores(("delivery", 1)), stolen, other)).MachineIsFull);

    [Fact]
    public void CpuPerRequestMs_HalfACore_IsTheTimeOfOneRequest() =>
        Assert.Equal(25, ProcessesOf(WithCores(("delivery", 0.5))).CpuPerRequestMs("delivery"));

    [Fact]
    public void CpuPerRequestMs_NothingSent_IsZero()
    {
        var run = WithCores(("delivery", 0.5));

        Assert.Equal(0, ProcessesOf(run with { Load = run.Load with { Sent = 0 } }).CpuPerRequestMs("delivery"));
    }

    [Fact]
    public void PresenceMs_CallsOverlap_IsTheTimeInAnyOfThem()
    {
        var trace = new TraceBuilder("t")
            .Span(TraceBuilder.Gateway, TraceBuilder.Generator, "gateway", "GET", "server", 0, 100)
            .Call("package", "/a", 5, 40)
            .Call("package", "/b", 25, 40, "-b")
            .Call("drone-scheduler", "/c", 70, 20);

        var processes = ProcessesOf(WithCores(), [.. trace.Spans]);

        // Calls from 5 to 45 and from 25 to 65 are 60 ms.
        Assert.Equal(60, processes.PresenceMs("package"));
        Assert.Equal(20, processes.PresenceMs("drone-scheduler"));
        Assert.Equal(100, processes.PresenceMs("gateway"));
    }

    [Theory]
    [InlineData(49, true)]
    [InlineData(50, true)]
    [InlineData(51, false)]
    public void Computes_Uses25Ms_IsTrueUpToTwiceThatTime(double insideMs, bool computes) =>
        Assert.Equal(computes, ProcessesOf(WithCores(("delivery", 0.5)), InDelivery(insideMs)).Computes("delivery"));

    /// <summary>Half of the machine is stolen and a quarter is used by the service, so it is full.</summary>
    [Theory]
    [InlineData(99, true)]
    [InlineData(100, true)]
    [InlineData(101, false)]
    public void IsShortOfCpu_FillsTheMachineAndUses25Ms_IsTrueUpToFourTimesThatTime(double insideMs, bool isShort)
    {
        var processes = ProcessesOf(WithLoad(WithCores(("delivery", 0.5)), 0.5, 0), InDelivery(insideMs));

        Assert.False(processes.Computes("delivery"));
        Assert.Equal(isShort, processes.IsShortOfCpu("delivery"));
    }

    [Fact]
    public void FillsMachine_AnotherProcessUsesMore_IsOnlyTrueOfThatOne()
    {
        var processes = ProcessesOf(WithCores(("delivery", 0.6), ("package", 1)));

        Assert.False(processes.FillsMachine("delivery"));
        Assert.True(processes.FillsMachine("package"));
    }

    /// <summary>Both requests take 100 ms on average.</summary>
    [Theory]
    [InlineData(49, false)]
    [InlineData(50, true)]
    [InlineData(51, true)]
    public void IsSlowForAll_FastestRequest_TakesAtLeastHalfOfTheMean(double fastestMs, bool slow) =>
        Assert.Equal(slow, ProcessesOf(WithCores(), InDelivery(fastestMs, 200 - fastestMs)).IsSlowForAll("delivery"));

    private static ProcessEvidence ProcessesOf(RunRecord run, params SpanRecord[] spans) =>
        new RunEvidence(new RunData(run, RunSamples.None with { Spans = spans })).Processes;

    private static RunRecord WithCores(params (string Name, double Cores)[] processes) => SampleRecords.Run with
    {
        Processes = [.. processes.Select(process => new ProcessRecord(process.Name, process.Cores, process.Cores, 100, 100))],
    };

    private static RunRecord WithMachine(RunRecord run, MachineInfo machine) =>
        run with { Manifest = run.Manifest with { Machine = machine } };

    private static RunRecord WithLoad(RunRecord run, double stolen, double? other) =>
        WithMachine(run, run.Manifest.Machine with { DuringRun = new MachineLoad(stolen, other, 0.4) });

    private static IEnumerable<ProcessSample> Samples(string process, double[] cores) =>
        cores.Select((used, second) => new ProcessSample(process, second, used, 100, 10, null));

    /// <summary>One request for each time in the Delivery service.</summary>
    private static SpanRecord[] InDelivery(params double[] insideMs) =>
    [
        .. insideMs.Index().SelectMany(request => new TraceBuilder($"t{request.Index}")
            .Span(TraceBuilder.Gateway, TraceBuilder.Generator, "gateway", "GET", "server", 0, request.Item + 20)
            .Call("delivery", "/deliveries/utilization", 5, request.Item + 2)
            .Spans),
    ];
}
