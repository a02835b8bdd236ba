using DroneDelivery.LoadTests.Lab.Overload;
using DroneDelivery.LoadTests.Lab.Targets;
using DroneDelivery.LoadTests.Scenarios;

namespace DroneDelivery.LoadTests.Tests.Overload;

/// <summary>A spike to four times a given capacity, and a crash, with load shedding.</summary>
public sealed class OverloadLabTests : LabTest
{
    [Fact]
    public async Task Spike_Adaptive_CountsEveryRequestWhereItWasDue()
    {
        await Lab.RunAsync(
            OverloadCommand.Create(TimeProvider.System),
            "--shape", "spike", "--shedding", OverloadLab.Adaptive, "--capacity", "40");

        var run = await OverloadRun.ReadAsync(new RunFolder(Path.Combine(Lab.Folder, "spike-adaptive")));
        Assert.Equal([0.5, 4], run.Phases.Select(phase => phase.Times));
        Assert.All(run.Phases, phase => Assert.Equal(
            phase.Offered - phase.Refused, phase.Latency.Successes.Count + phase.Latency.Failed));
        // The arrivals are seeded: their number is the same on every machine.
        Assert.InRange(run.Phases[0].Offered, 25, 55);
        Assert.InRange(run.Phases[1].Offered, 430, 530);
        Assert.NotNull(run.After);
        Assert.Equal(3, (await Lab.ReadTableAsync("phases")).Count);
    }

    /// <summary>A Delivery that is killed for two seconds. How soon it is ready again depends on the machine.</summary>
    [Fact]
    public async Task Crash_Adaptive_GatewayCallsTheOthersOnly()
    {
        var cancelled = TestContext.Current.CancellationToken;
        var shape = CrashLab.Shape with { Steps = [Step(8), Step(12), Step(4)], After = Step(1) };
        var request = new OverloadRequest(
            TimeSpan.FromMilliseconds(500), [OverloadLab.Adaptive], [], null, 40, null, OverloadLab.Connections, "overload")
        {
            WarmUp = TimeSpan.FromSeconds(2),
            Crash = shape,
        };
        await using var target = await ScenarioTarget.StartAsync(
            request.Setting(OverloadLab.None, capacity: null, CrashLab.Deliveries).Scenario,
            SimulationProfile.Load("article"), Lab.Runs, sendsTelemetry: true, _ => { }, TimeProvider.System, cancelled);
        var suite = new OverloadSuite(
            target, (setting, token) => target.UseAsync(setting.Scenario, token), request, _ => { }, TimeProvider.System);

        var outcome = await suite.RunAsync(Lab.Runs, cancelled);

        Assert.Null(outcome.Failure);
        var run = await outcome.Folders[^1].ReadAsync(cancelled);
        var crash = (await OverloadRun.ReadAsync(outcome.Folders[^1])).Crash!;
        // Of 24 requests a second, each with two calls, a third.
        Assert.Contains(crash.Calls, calls => calls.UntilSeconds < 8 && calls.ShareOf(CrashLab.Killed) > 0.1);
        Assert.Contains(
            crash.Calls, calls => calls is { FromSeconds: > 8, UntilSeconds: < 20 } && calls.CallsTo(CrashLab.Killed) == 0);
        Assert.Superset(
            new HashSet<string> { "delivery-1", "delivery-2", "delivery-3", "gateway" },
            run.Samples.Processes.Select(sample => sample.Process).ToHashSet());
        Assert.Contains(run.Samples.Metrics, sample => sample.Attributes.Contains("service.instance.id=delivery-3"));
    }

    private static OverloadStep Step(double seconds) => new(0.6, TimeSpan.FromSeconds(seconds));
}
