using DroneDelivery.DroneDatabase.Emulator;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.Collection;
using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Lab.Live;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class WatchedRunTests : IDisposable
{
    private const string Trace = "00000000000000000000000000000001";

    private readonly ManualTimeProvider _time = new();
    private readonly EmulatorAdmin _emulator = new(new Uri("http://127.0.0.1:1/"));
    private readonly RunView _view;
    private readonly WatchedRun _run;

    public WatchedRunTests()
    {
        _view = new RunView(
            TuningLab.OwnerKey,
            TimeSpan.FromSeconds(45),
            new LoadMonitor(),
            new AnswerCounts(),
            new CosmosMonitor(_emulator, "deliveriesByOwnerId", _time),
            new ProcessUsageSampler(() => [], _time),
            new SpanStore(seed: 1, new SpanStoreLimits(), _time),
            new MetricStore());
        _run = new WatchedRun(_view, _time);
    }

    [Fact]
    public void Read_BeforeTheLoad_HasNoFiguresYet()
    {
        var snapshot = _run.Read();

        Assert.Equal("starting", snapshot.Load.Phase);
        Assert.Equal(LatencyValue.None, snapshot.Load.P99Ms);
        Assert.Null(snapshot.Cosmos);
    }

    /// <summary>The counters of Linux never fall.</summary>
    [Fact]
    public void Read_ASecondLater_HasTheBytesOfTheNetwork()
    {
        var first = _run.Read();
        _time.Advance(TimeSpan.FromSeconds(1));

        var bytes = _run.Read().LoopbackBytesPerSecond;

        Assert.Null(first.LoopbackBytesPerSecond);
        Assert.True(OperatingSystem.IsLinux() ? bytes >= 0 : bytes is null, $"{bytes}");
    }

    [Fact]
    public void Read_FailuresGrow_TellsThoseOfTheSecond()
    {
        Show(failed: 4);
        _run.Read();
        Show(failed: 7);

        var load = _run.Read().Load;

        Assert.Equal((3, 7), (load.ErrorsPerSecond, load.Failed));
        Assert.Equal(45, load.PlannedSeconds);
    }

    [Fact]
    public void Read_Answers_HasThoseSinceTheLastLook()
    {
        _view.Answers.Add(new RequestObservation(default, default, default, new RequestOutcome(503, null, 0)));

        Assert.Equal(1, _run.Read().Load.AnswersPerSecond["503"]);
        Assert.Equal(0, _run.Read().Load.AnswersPerSecond["503"]);
    }

    /// <summary>A trace that the run keeps is among the last ones too: the page is to show it once.</summary>
    [Fact]
    public void Traces_KeptAndRecent_AreThereOnce()
    {
        _view.Spans.Add([Snapshots.Span(Trace, "1", null, 0, 10)]);
        _view.Spans.Settle();

        Assert.Equal(Trace, Assert.Single(_run.Traces()).TraceId);
    }

    public void Dispose() => _emulator.Dispose();

    private void Show(long failed) => _view.Load.Show(() => new RunSnapshot(
        RunPhase.Measuring, TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(45), 20, 3, 10, new(100), new(200), 50, failed));
}
