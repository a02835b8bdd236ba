using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Targets;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class CapacityRunTests
{
    private static readonly RequestOutcome Success = new(200, null, 1);
    private static readonly CapacityRequest Short = SimulatedCapacityRun.Short;
    private static readonly CapacityRequest OneTrial = SimulatedCapacityRun.OneTrial;

    [Fact]
    public async Task RunAsync_TargetFailsDuringTheSearch_KeepsWhatWasFound()
    {
        await using var target = new StubTarget(() => Success);

        var record = await SimulatedCapacityRun.RunAsync(target, Short, line => FailAfterATrial(target, line));

        Assert.Equal(("The stub exited.", false), (record.Envelope.Failure, record.Envelope.Interrupted));
        Assert.NotEmpty(Assert.Single(record.Searches).Trials);
    }

    [Fact]
    public async Task RunAsync_Interrupted_HasTriedRatesAndNoLimit()
    {
        using var stop = new CancellationTokenSource();
        await using var target = new StubTarget(() => Success);

        var record = await SimulatedCapacityRun.RunAsync(
            target, Short, line => CancelAfterATrial(stop, line), cancellationToken: stop.Token);

        var limit = Assert.Single(record.Searches).ByLatency;
        Assert.True(record.Envelope.Interrupted);
        Assert.Equal((true, null, null, 20.0), (limit.Interrupted, limit.Rate, limit.Estimate, limit.HighestMet));
    }

    /// <summary>The target's processes are not known: the CPU that is read is that of this process.</summary>
    [Fact]
    public async Task RunAsync_TargetWithoutKnownProcesses_CallsTheCpuThatOfTheGenerator()
    {
        var said = new List<string>();
        await using var target = new StubTarget(() => Success);

        await SimulatedCapacityRun.RunAsync(target, OneTrial, said.Add);

        Assert.Contains("generator's CPU", said.First(IsATrial));
    }

    [Fact]
    public async Task RunAsync_TargetFailsBeforeATrial_ThrowsItsFailure()
    {
        await using var target = new StubTarget(() => Success);

        var failure = await Assert.ThrowsAsync<LabException>(
            () => SimulatedCapacityRun.RunAsync(target, Short, _ => target.Fail("The stub exited.")));

        Assert.Equal("The stub exited.", failure.Message);
    }

    [Fact]
    public async Task RunAsync_OneSearch_SaysWhatItDoes()
    {
        var said = new List<string>();
        await using var target = new StubTarget(() => Success);

        var record = await SimulatedCapacityRun.RunAsync(target, OneTrial, said.Add);

        var name = LoadVariant.Usual.Name;
        Assert.Equal(
            [.. new[] { 20, 200, 200, 200 }.Select(rate => $"Warming up: {name}, {rate} req/s"), $"Searching: {name}"],
            said.Where(line => !line.StartsWith("  doubling")));
        Assert.Equal("capacity, a stub", record.Envelope.Title);
    }

    [Fact]
    public async Task RunAsync_TwoSearches_RunsAndNumbersThem()
    {
        var said = new List<string>();
        await using var target = new StubTarget(() => Success);

        var record = await SimulatedCapacityRun.RunAsync(target, OneTrial with { Searches = 2 }, said.Add);

        Assert.Equal(
            [$"Search 1 of 2: {LoadVariant.Usual.Name}", $"Search 2 of 2: {LoadVariant.Usual.Name}"],
            said.Where(line => line.StartsWith("Search")));
        Assert.Equal([200, 200], record.Searches.Select(search => search.ByLatency.Rate));
    }

    /// <summary>The address of the stub is http, and the second protocol gets no answers.</summary>
    [Fact]
    public async Task RunAsync_ProtocolsThatAreNotPossible_AreLeftOutAndSaid()
    {
        var said = new List<string>();
        await using var target = new StubTarget(() => said.Any(line => line.StartsWith("Warming up: HTTP/2", StringComparison.Ordinal))
            ? new RequestOutcome(0, "HttpProtocolError", 0)
            : Success);

        var record = await SimulatedCapacityRun.RunAsync(
            target, OneTrial with { Variants = LoadVariant.ForComparison("protocol") }, said.Add);

        Assert.Equal("HTTP/1.1", Assert.Single(record.Searches).Variant);
        Assert.Equal(2, record.LeftOut.Count);
        Assert.StartsWith("HTTP/2 is left out: a stub: no arrival succeeded at 20 req/s.", record.LeftOut[0]);
        Assert.Equal("HTTP/3 is left out: it needs an https address, not http://127.0.0.1:1/.", record.LeftOut[1]);
        Assert.All(record.LeftOut, line => Assert.Contains(line, StudyText.Render(CapacityStudy.Build(record))));
    }

    [Fact]
    public async Task RunAsync_InterruptedInTheWarmUpOfTheSecond_SaysThatItIsLeftOut()
    {
        using var stop = new CancellationTokenSource();
        await using var target = new StubTarget(() => Success);

        var record = await SimulatedCapacityRun.RunAsync(
            target,
            OneTrial with { Variants = LoadVariant.ForBodies(["1KiB", "2KiB"], "") },
            line =>
            {
                if (line.StartsWith("Warming up: POST, body of 2KiB", StringComparison.Ordinal))
                {
                    stop.Cancel();
                }
            },
            cancellationToken: stop.Token);

        Assert.Equal("POST, body of 1KiB", Assert.Single(record.Searches).Variant);
        Assert.Equal(["POST, body of 2KiB is left out: the run was interrupted before a trial of it had ended."], record.LeftOut);
    }

    [Fact]
    public async Task RunAsync_FirstOfSeveralWithoutAnswers_Fails()
    {
        await using var target = new StubTarget(() => new RequestOutcome(503, null, 0));

        await Assert.ThrowsAsync<LabException>(() => SimulatedCapacityRun.RunAsync(
            target, OneTrial with { Variants = LoadVariant.ForComparison("protocol") }));
    }

    /// <summary>No more CPU than the cap is used in either.</summary>
    [Fact]
    public async Task RunAsync_TwoSearches_FindsTheLimitByResourcesOnce()
    {
        await using var target = new StubTarget(() => Success);

        var record = await SimulatedCapacityRun.RunAsync(target, OneTrial with { Searches = 2, Resources = SimulatedCapacityRun.CpuGoal(1_000) });

        Assert.Equal([true, false], record.Searches.Select(search => search.ByResources is not null));
    }

    [Fact]
    public async Task FindLimitAsync_Cancelled_Throws()
    {
        using var stop = new CancellationTokenSource();
        var clock = new ManualTimeProvider();
        await using var target = new StubTarget(() => Success);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => clock.DriveAsync(() => CapacityRun.FindLimitAsync(
            target, Short.Latency, Short.Plan, "soak", line => CancelAfterATrial(stop, line), clock, stop.Token)));
    }

    private static void FailAfterATrial(StubTarget target, string line)
    {
        if (IsATrial(line))
        {
            target.Fail("The stub exited.");
        }
    }

    private static void CancelAfterATrial(CancellationTokenSource stop, string line)
    {
        if (IsATrial(line))
        {
            stop.Cancel();
        }
    }

    private static bool IsATrial(string line) => line.StartsWith("  doubling", StringComparison.Ordinal);
}
