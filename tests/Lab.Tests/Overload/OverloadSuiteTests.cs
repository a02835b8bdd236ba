using DroneDelivery.Lab.Tests.Capacity;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Engine.Journeys;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Overload;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Lab.Targets;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Overload;

public sealed class OverloadSuiteTests : IDisposable
{
    private static readonly RequestOutcome Success = new(200, null, 1);
    private static readonly RequestOutcome Unavailable = new(503, null, 0);
    private static readonly OverloadShape Short = new(
        "step", "Step", [new(1, Seconds(0.2)), new(3, Seconds(0.3))], new(1, Seconds(1.1)));

    private readonly StoredRuns _runs = new();

    public void Dispose() => _runs.Dispose();

    [Fact]
    public async Task ShapeRun_TargetAtRest_CountsEveryRequestWhereItWasDue()
    {
        await using var target = new StubTarget(() => Success);

        var run = await RunAsync(target, Short);

        Assert.Equal(
            (run.Phases[0].Offered, run.Phases[1].Offered),
            (run.Phases[0].Latency.Successes.Count, run.Phases[1].Latency.Successes.Count));
        Assert.InRange(run.Phases[1].OfferedPerSecond, 200, 400);
        Assert.Equal(0, run.RecoverySeconds);
    }

    [Fact]
    public async Task ShapeRun_BackToNormal_EndsEarlyAndIsNotInterrupted()
    {
        await using var target = new StubTarget(() => Success);

        var run = await RunAsync(target, Short with { After = new(1, Seconds(60)) }, objectiveSeconds: 0.2);

        Assert.InRange(run.WatchedSeconds, 1.5, 1.75);
        var record = await new RunFolder(_runs.In("short")).ReadRecordAsync(TestContext.Current.CancellationToken);
        Assert.False(record.Manifest.Interrupted);
        Assert.Equal(record.Load.DurationSeconds - 0.2, run.After!.UntilSeconds, 6);
    }

    [Fact]
    public async Task ShapeRun_EverythingRefused_IsNotBackToNormal()
    {
        await using var target = new StubTarget(() => Unavailable) { Body = Problems.Overloaded };

        var run = await RunAsync(target, Short);

        Assert.Equal((1.0, 0.0, null), (run.Worst!.RefusedShare, run.Worst.GoodputPerSecond, run.RecoverySeconds));
        Assert.Equal(1.1, run.WatchedSeconds, 6);
    }

    [Fact]
    public async Task ShapeRun_BackendUnavailable_IsNoRefusal()
    {
        await using var target = new StubTarget(() => Unavailable) { Body = Problems.WithFailure("unavailable") };

        var run = await RunAsync(target, Short);

        Assert.Equal((0.0, 1.0), (run.Worst!.RefusedShare, run.Worst.FailedShare));
    }

    [Fact]
    public async Task ShapeRun_ClientsThatAskAgain_AreOfferedAndNoProbes()
    {
        var asked = 0;
        await using var target = new StubTarget(() => Interlocked.Increment(ref asked) % 2 == 0 ? Success : Unavailable)
        {
            Body = Problems.Overloaded,
        };

        var run = await RunAsync(target, Short with { Retries = new RetryPolicy(1, Seconds(1)) });

        // Each of some 220 arrivals is refused once and served at its second try, most of them in the same phase.
        OverloadPhase[] all = [.. run.Phases, run.After!];
        Assert.InRange(all.Sum(phase => phase.Offered), 330, 550);
        Assert.InRange(all.Sum(phase => phase.Refused), 150, 275);
        // A client that has to retry is not served as usual.
        Assert.Null(run.RecoverySeconds);
    }

    [Fact]
    public async Task ShapeRun_Crash_KillsWithTheSecondStepAndRestartsWithTheThird()
    {
        var (clock, events) = (new ManualTimeProvider(), new List<(string What, int Number, double Seconds)>());
        var started = 0L;
        await using var target = new StubTarget(() =>
        {
            started = started == 0 ? clock.GetTimestamp() : started;
            return Success;
        })
        {
            Killable = new TargetInstances(
                [1, 2, 3], number => Add("killed", number), (number, _) => Add("restarted", number)),
        };

        await RunAsync(target, CrashLab.Shape with { After = new(1, Seconds(1.1)) }, clock: clock);

        Assert.Equal([("killed", 2), ("restarted", 2)], events.Select(each => (each.What, each.Number)));
        Assert.InRange(events[0].Seconds, 9.7, 10.2);
        Assert.InRange(events[1].Seconds - events[0].Seconds, 19.8, 20.2);

        Task Add(string what, int number)
        {
            events.Add((what, number, clock.GetElapsedTime(started).TotalSeconds));
            return Task.CompletedTask;
        }
    }

    [Fact]
    public async Task RunAsync_Crash_RunsOnThreeDeliveriesWhosePortsAreKept()
    {
        await using var target = new StubTarget(() => Success);
        var used = new List<TuningScenario>();
        var suite = new OverloadSuite(
            target,
            (setting, _) =>
            {
                used.Add(setting.Scenario);
                target.Killable = new TargetInstances([1, 2, 3], _ => Task.CompletedTask, (_, _) => Task.CompletedTask);
                return Task.CompletedTask;
            },
            new OverloadRequest(Seconds(0.2), ["none"], [], null, 100, null, Connections: 12, "overload")
            {
                WarmUp = Seconds(0.1),
                Crash = Short with { Crashes = true },
            },
            _ => { },
            TimeProvider.System);

        var outcome = await suite.RunAsync(_runs.Path, TestContext.Current.CancellationToken);

        Assert.Equal(3, Assert.Single(used).Deliveries);
        var run = await outcome.Folders[^1].ReadRecordAsync(TestContext.Current.CancellationToken);
        Assert.Equal([1, 2, 3], OverloadSettings.FromRecord(run).DeliveryPorts);
    }

    [Fact]
    public async Task RunAsync_TargetFails_KeepsWhatWasMeasured()
    {
        await using var target = new StubTarget(() => Success);
        var suite = Suite(
            target,
            setting => (setting.Name == "none" ? (Action)(() => { }) : () => target.Fail("The stub exited."))(),
            ["none", "adaptive"]);

        var (folders, failure) = await suite.RunAsync(_runs.Path, TestContext.Current.CancellationToken);

        Assert.StartsWith("The stub exited.", failure?.Message, StringComparison.Ordinal);
        Assert.Equal(["step-none-warm-up", "step-none"], folders.Take(2).Select(folder => Path.GetFileName(folder.Path)));
        var run = Assert.Single(OverloadFigures.FromRuns([.. await Task.WhenAll(
            folders.Select(folder => folder.ReadAsync(TestContext.Current.CancellationToken)))]).Runs);
        Assert.Equal("none", run.Setting);
    }

    /// <summary>What a process did until it failed is the most interesting part of the study.</summary>
    [Fact]
    public async Task RunAsync_TargetFailsDuringTheLoad_MeasuredHasTheFailingRun()
    {
        var isLoaded = false;
        var fail = () => { };
        await using var target = new StubTarget(token =>
        {
            if (!Volatile.Read(ref isLoaded))
            {
                return ValueTask.FromResult(Success);
            }

            fail();
            return StubTarget.NoAnswerAsync(token);
        });
        fail = () => target.Fail("The stub exited.");
        var suite = Suite(
            target,
            _ => { },
            ["none"],
            shape: Short with { After = new(1, Seconds(30)) },
            say: line => Volatile.Write(ref isLoaded, isLoaded || line == "none: Step"));

        var outcome = await suite.RunAsync(_runs.Path, TestContext.Current.CancellationToken);

        var failing = Assert.Single(outcome.Measured.Except(outcome.Folders));
        Assert.StartsWith("The stub exited.", outcome.Failure?.Message, StringComparison.Ordinal);
        Assert.True((await failing.ReadRecordAsync(TestContext.Current.CancellationToken)).Manifest.Interrupted);
    }

    [Fact]
    public async Task RunAsync_Cancelled_HasNoRun()
    {
        using var stop = new CancellationTokenSource();
        await using var target = new StubTarget(() => Success);
        var suite = Suite(target, _ => stop.Cancel(), ["none"]);

        var (folders, failure) = await suite.RunAsync(_runs.Path, stop.Token);

        Assert.Null(failure);
        Assert.Empty(folders);
    }

    /// <summary>Shedding would refuse what the system still serves in time.</summary>
    [Fact]
    public async Task RunAsync_CapacityUnknown_IsSearchedWithoutShedding()
    {
        using var stop = new CancellationTokenSource();
        await using var target = new StubTarget(() => Success);
        var used = new List<string>();
        var suite = Suite(
            target,
            setting =>
            {
                used.Add(setting.Name);
                stop.Cancel();
            },
            ["adaptive"],
            capacity: null);

        await suite.RunAsync(_runs.Path, stop.Token);

        Assert.Equal(["none"], used);
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    private async Task<OverloadRun> RunAsync(
        StubTarget target, OverloadShape shape, double objectiveSeconds = 5, ManualTimeProvider? clock = null)
    {
        clock ??= new ManualTimeProvider();
        var goal = new OverloadGoal(100, Seconds(objectiveSeconds));
        var settings = new OverloadSettings(shape, "stub", goal, goal.Objective.TotalMilliseconds, 100, true, 1);
        var run = new ShapeRun(target, settings, _ => { }, clock);
        return await OverloadRun.ReadAsync(await clock.DriveAsync(() => run.RunAsync(
            _runs.In("short"), TuningLab.OwnerKey, RunManifestBuilder.Machine(), "overload",
            TestContext.Current.CancellationToken)));
    }

    private static OverloadSuite Suite(
        StubTarget target,
        Action<OverloadSetting> use,
        string[] shedding,
        double? capacity = 100,
        OverloadShape? shape = null,
        Action<string>? say = null) => new(
        target,
        (setting, _) =>
        {
            use(setting);
            return Task.CompletedTask;
        },
        new OverloadRequest(Seconds(0.2), shedding, [shape ?? Short], null, capacity, null, Connections: 12, "overload")
        {
            WarmUp = Seconds(0.1),
        },
        say ?? (_ => { }),
        TimeProvider.System);
}
