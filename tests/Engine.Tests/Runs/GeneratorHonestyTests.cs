using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.Engine.Tests.Runs;

public sealed class GeneratorHonestyTests
{
    [Fact]
    public async Task Run_TimersThatFireLate_PutTheDelayIntoLatenessAndLatencyButNotIntoServiceTime()
    {
        var run = new SimulatedRun { TimerLag = Seconds(0.02) };

        var result = await run.RunAsync(
            SimulatedRun.Profile(2, Seconds(10), ThinkTime.Fixed(Seconds(0.9))), run.AnswersAfter(Seconds(0.1)));

        Assert.Equal((20_000, 20_000), (result.Lateness.ValueAtPercentile(50), result.Lateness.Max));
        Assert.Equal((120_000, 120_000), (result.Latency.All().ValueAtPercentile(50), result.Latency.All().Max));
        Assert.Equal((100_000, 100_000), (result.ServiceTime.Min, result.ServiceTime.Max));
        Assert.True(result.Generator.WasLimit);
        Assert.Contains("20.0 ms late", Assert.Single(result.Generator.Limits));
    }

    [Fact]
    public async Task Run_TimersThatFireAfterTheEnd_CutOffOneUnsentRequestOfEachUser()
    {
        var run = new SimulatedRun { TimerLag = Seconds(3) };

        var result = await run.RunAsync(
            SimulatedRun.Profile(2, Seconds(10), ThinkTime.Fixed(Seconds(0.4))), run.AnswersAfter(Seconds(0.1)));

        Assert.Equal(result.Sent, result.Completed);
        Assert.Equal(2, result.CutOff);
    }

    [Fact]
    public async Task Run_ServerThatStalls_ShowsTheStallInLatencyAndThroughputAndNotInLateness()
    {
        var run = new SimulatedRun();
        var started = run.Clock.GetTimestamp();
        var profile = SimulatedRun.Profile(10, Seconds(20), ThinkTime.Fixed(Seconds(0.09)));

        // Answers take 10 ms, but from 9.95 s to 11.35 s the server does not answer at all.
        var result = await run.RunAsync(profile, async (_, cancellationToken) =>
        {
            var now = run.Clock.GetElapsedTime(started);
            var stall = now >= Seconds(9.95) && now < Seconds(11.35) ? Seconds(11.35) - now : TimeSpan.Zero;
            await Task.Delay(stall + Seconds(0.01), run.Clock, cancellationToken);
            return new RequestOutcome(200, null, 0);
        });

        // A closed loop loses the requests it could not make meanwhile: ten waited, and that is all that it can say of the stall.
        Assert.InRange(result.Latency.All().Max, 1_380_000, 1_411_000);
        Assert.Equal(10, result.Latency.All().Buckets().Where(bucket => bucket.From > 1_000_000).Sum(bucket => bucket.Count));
        Assert.Equal(0, result.Seconds[10].Successful);
        Assert.Equal(10, result.Seconds[10].InFlight);
        Assert.Equal(0, result.Lateness.Max);
        Assert.False(result.Generator.WasLimit);
    }

    [Theory]
    [InlineData(0.5, false)]
    [InlineData(0.9, true)]
    public async Task Run_GeneratorShareOfTheMachine_DecidesWhetherItWasTheLimit(double shareOfMachine, bool wasLimit)
    {
        var run = new SimulatedRun { ProcessorShare = shareOfMachine * Environment.ProcessorCount };

        var result = await run.RunAsync(
            SimulatedRun.Profile(1, Seconds(10), ThinkTime.Fixed(Seconds(1))), run.AnswersAfter(Seconds(0.1)));

        Assert.Equal(10 * shareOfMachine * Environment.ProcessorCount, result.Generator.CpuSeconds, 3);
        Assert.Equal(shareOfMachine * Environment.ProcessorCount, result.Generator.ShareOfOneCore, 3);
        Assert.Equal(wasLimit, result.Generator.WasLimit);
    }

    [Fact]
    public void ProcessorTime_ProcessThatWorks_Grows()
    {
        var processorTime = new LoadRunner(TimeProvider.System).ProcessorTime;
        var (start, spins) = (processorTime(), 0);

        while (processorTime() == start && spins < int.MaxValue)
        {
            spins++;
        }

        Assert.True(processorTime() > start, $"no processor time after {spins} turns");
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);
}
