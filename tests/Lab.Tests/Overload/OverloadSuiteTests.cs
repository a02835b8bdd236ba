using DroneDelivery.Lab.Tests.Capacity;
using DroneDelivery.LoadTests.Engine.Journeys;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Overload;

namespace DroneDelivery.Lab.Tests.Overload;

public sealed class OverloadSuiteTests
{
    private static readonly RequestOutcome Success = new(200, null, 1);
    private static readonly RequestOutcome Unavailable = new(503, null, 0);
    private static readonly OverloadShape Short = new(
        "step", "Step", [new(1, Seconds(0.2)), new(3, Seconds(0.3))], new(1, Seconds(1.1)));

    [Fact]
    public async Task ShapeRun_TargetAtRest_CountsEveryRequestWhereItWasDue()
    {
        await using var target = new StubTarget(() => Success);

        var run = await RunAsync(target, Short);

        Assert.Equal(
            (run.Stretches[0].Offered, run.Stretches[1].Offered), (run.Stretches[0].Answered, run.Stretches[1].Answered));
        Assert.InRange(run.Stretches[1].OfferedPerSecond, 200, 400);
        Assert.Equal(0, run.RecoverySeconds);
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

        // Each of some 220 arrivals is refused once and served at its second try, most of them in the same stretch.
        OverloadStretch[] all = [.. run.Stretches, run.After!];
        Assert.InRange(all.Sum(stretch => stretch.Offered), 330, 550);
        Assert.InRange(all.Sum(stretch => stretch.Refused), 150, 275);
        // A client that has to retry is not served as usual.
        Assert.Null(run.RecoverySeconds);
    }

    [Fact]
    public async Task RunAsync_TargetFails_KeepsWhatWasMeasured()
    {
        await using var target = new StubTarget(() => Success);
        var suite = Suite(target, _ => target.Fail("The stub exited."), ["none", "adaptive"]);

        var failed = await Assert.ThrowsAsync<LabException>(() => suite.RunAsync(TestContext.Current.CancellationToken));

        Assert.Equal("The stub exited.", failed.Message);
    }

    [Fact]
    public async Task RunAsync_Cancelled_IsAnInterruptedRecord()
    {
        using var stop = new CancellationTokenSource();
        await using var target = new StubTarget(() => Success);
        var suite = Suite(target, _ => stop.Cancel(), ["none"]);

        var record = await suite.RunAsync(stop.Token);

        Assert.True(record.Envelope.Interrupted);
        Assert.Empty(record.Runs);
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

        await suite.RunAsync(stop.Token);

        Assert.Equal(["none"], used);
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    private static async Task<OverloadRun> RunAsync(StubTarget target, OverloadShape shape) =>
        (await new ShapeRun(target, shape, new OverloadGoal(100, Seconds(5)), TimeProvider.System)
            .RunAsync("stub", TestContext.Current.CancellationToken))!;

    private static OverloadSuite Suite(
        StubTarget target, Action<OverloadSetting> use, string[] shedding, double? capacity = 100) => new(
        target,
        (setting, _) =>
        {
            use(setting);
            return Task.CompletedTask;
        },
        new OverloadRequest(Seconds(0.2), shedding, [Short], null, capacity, null, Connections: 12, "overload")
        {
            WarmUp = Seconds(0.1),
        },
        _ => { },
        TimeProvider.System);
}
