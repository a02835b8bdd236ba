using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Targets;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Capacity;

/// <summary>The load of a run before its first trial.</summary>
public sealed class CapacityWarmUpTests
{
    private const int MaxTrials = 20;

    private static readonly RequestOutcome Success = new(200, null, 1);
    private static readonly RequestOutcome NotFound = new(404, null, 0);
    private static readonly SharedLimit Shared = new("request units", 500);
    private static readonly CapacityRequest Short = SimulatedCapacityRun.Short;

    [Fact]
    public async Task RunAsync_NothingIsAnswered_SaysSoAfterFiveTrials()
    {
        StubTarget? asked = null;
        await using var target = asked = new StubTarget(() =>
        {
            if (asked!.Trials > MaxTrials)
            {
                asked.Fail("The warm-up does not end.");
            }

            return NotFound;
        });

        var refused = await Assert.ThrowsAsync<LabException>(() => SimulatedCapacityRun.RunAsync(target, Short));

        Assert.Contains("a stub: no arrival succeeded at 20 req/s", refused.Message, StringComparison.Ordinal);
        Assert.Equal(5, target.Trials);
    }

    [Fact]
    public async Task RunAsync_ColdTarget_IsAskedAgain()
    {
        var asked = 0;
        await using var target = new StubTarget(() => ++asked > 30 ? Success : new RequestOutcome(503, null, 0));

        var record = await SimulatedCapacityRun.RunAsync(target, SimulatedCapacityRun.OneTrial);

        Assert.Equal(200, Assert.Single(record.Searches).ByLatency.Rate);
    }

    [Fact]
    public async Task RunAsync_HighFirstRate_WarmsUpGently()
    {
        await using var target = new StubTarget(() => NotFound);
        var request = Short with { Plan = Short.Plan with { StartRate = 320 } };

        var refused = await Assert.ThrowsAsync<LabException>(() => SimulatedCapacityRun.RunAsync(target, request));

        Assert.Contains("at 20 req/s", refused.Message, StringComparison.Ordinal);
    }

    /// <summary>
    /// 20, 40, 160 and 400 requests per second, for shares of 0.9 s and 0.3 s more before and after each: 11, 19, 77 and 228.
    /// </summary>
    [Fact]
    public async Task RunAsync_BeforeTheFirstTrial_WarmsUpInFourSteps()
    {
        var (total, before) = (0, new List<int>());
        await using var target = new StubTarget(() =>
        {
            total++;
            return Success;
        });
        var request = Short with { Plan = Short.Plan with { StartRate = 40 } };

        await Assert.ThrowsAsync<LabException>(() => SimulatedCapacityRun.RunAsync(target, request, line =>
        {
            before.Add(total);
            FailAtTheSearch(target, line);
        }));

        Assert.Collection(
            before.Zip(before.Skip(1), (from, to) => to - from),
            requests => Assert.InRange(requests, 4, 17),
            requests => Assert.InRange(requests, 10, 30),
            requests => Assert.InRange(requests, 55, 100),
            requests => Assert.InRange(requests, 190, 270));
    }

    [Fact]
    public async Task RunAsync_ClosedLoop_WarmsUpWithAtMostTenUsers()
    {
        var clock = new ManualTimeProvider();
        var (inFlight, most) = (0, 0);
        await using var target = new StubTarget(async token =>
        {
            most = Math.Max(most, ++inFlight);
            await Task.Delay(TimeSpan.FromMilliseconds(20), clock, token);
            inFlight--;
            return Success;
        });
        var request = Short with { Variants = [.. LoadVariant.ForComparison("loop").Where(variant => variant.ClosedLoop)] };

        await Assert.ThrowsAsync<LabException>(
            () => SimulatedCapacityRun.RunAsync(target, request, line => FailAtTheSearch(target, line), clock));

        Assert.Equal(10, most);
    }

    [Fact]
    public async Task RunAsync_TargetSharesALimit_FindsItOnce()
    {
        var found = 0;
        await using var target = new StubTarget(() => Success)
        {
            FindSharedLimit = () =>
            {
                found++;
                return Shared;
            },
        };

        var record = await SimulatedCapacityRun.RunAsync(target, SimulatedCapacityRun.OneTrial);

        Assert.Equal((1, Shared), (found, record.SharedLimit));
    }

    [Fact]
    public async Task RunAsync_SharedLimitIsNotReadable_GoesOnWithoutIt()
    {
        await using var target = new StubTarget(() => Success)
        {
            FindSharedLimit = () => throw new LabException("The emulator does not answer."),
        };

        var record = await SimulatedCapacityRun.RunAsync(target, SimulatedCapacityRun.OneTrial);

        Assert.Equal((null, 200), (record.SharedLimit, Assert.Single(record.Searches).ByLatency.Rate));
    }

    private static void FailAtTheSearch(StubTarget target, string line)
    {
        if (line.StartsWith("Searching", StringComparison.Ordinal))
        {
            target.Fail("The stub exited.");
        }
    }
}
