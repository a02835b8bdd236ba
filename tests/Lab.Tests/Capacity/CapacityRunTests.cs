using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Soak;
using DroneDelivery.LoadTests.Lab.Targets;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class CapacityRunTests
{
    private static readonly RequestOutcome Success = new(200, null, 1);

    private static readonly CapacityRequest Short = new(
        new LatencyGoal(TimeSpan.FromMilliseconds(100)),
        null,
        [LoadVariant.Usual],
        Searches: 1,
        TimeSpan.Zero,
        new CapacityPlan
        {
            StartRate = 20,
            MaxRate = 640,
            WarmUpSeconds = 0.9,
            SettlingSeconds = 0.2,
            QueueSettlingSeconds = 0.2,
            SearchSeconds = 0.2,
            RefineSeconds = 0.2,
            MaxSeconds = 0.2,
        },
        "capacity");

    [Fact]
    public async Task RunAsync_NothingIsAnswered_SaysSo()
    {
        await using var target = new StubTarget(() => new RequestOutcome(404, null, 0));

        var refused = await Assert.ThrowsAsync<LabException>(() => SimulateAsync(target, Short));

        Assert.Contains("no request was answered with success at 20 req/s", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task RunAsync_ColdTarget_IsAskedAgain()
    {
        var asked = 0;
        await using var target = new StubTarget(() => ++asked > 30 ? Success : new RequestOutcome(503, null, 0));

        var record = await SimulateAsync(target, Short, line => FailAfterATrial(target, line));

        Assert.NotEmpty(Assert.Single(record.Searches).Trials);
    }

    [Fact]
    public async Task RunAsync_HighFirstRate_WarmsUpGently()
    {
        await using var target = new StubTarget(() => new RequestOutcome(404, null, 0));
        var request = Short with { Plan = Short.Plan with { StartRate = 320 } };

        var refused = await Assert.ThrowsAsync<LabException>(() => SimulateAsync(target, request));

        Assert.Contains("at 20 req/s", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task RunAsync_TargetFailsDuringTheSearch_KeepsWhatWasFound()
    {
        await using var target = new StubTarget(() => Success);

        var record = await SimulateAsync(target, Short, line => FailAfterATrial(target, line));

        Assert.Equal(("The stub exited.", false), (record.Envelope.Failure, record.Envelope.Interrupted));
        Assert.NotEmpty(Assert.Single(record.Searches).Trials);
    }

    [Fact]
    public async Task Soak_TargetFails_KeepsWhatWasMeasured()
    {
        await using var target = new StubTarget(() => Success);
        var soak = new SoakRun(target, _ => { }, TimeProvider.System).RunAsync(
            rate: 20, capacity: null, TimeSpan.FromMinutes(1), "soak", TestContext.Current.CancellationToken);

        target.Fail("The stub exited.");

        Assert.Equal("The stub exited.", (await soak).Envelope.Failure);
    }

    private static void FailAfterATrial(StubTarget target, string line)
    {
        if (line.TrimStart().StartsWith("doubling", StringComparison.Ordinal))
        {
            target.Fail("The stub exited.");
        }
    }

    private static Task<CapacityRecord> SimulateAsync(LoadTarget target, CapacityRequest request, Action<string>? say = null)
    {
        var clock = new ManualTimeProvider();
        return clock.DriveAsync(
            () => new CapacityRun(target, request, say ?? (_ => { }), clock).RunAsync(TestContext.Current.CancellationToken));
    }
}
