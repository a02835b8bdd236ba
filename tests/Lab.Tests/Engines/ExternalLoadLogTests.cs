using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.Engines;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Engines;

public sealed class ExternalLoadLogTests : IDisposable
{
    private static readonly TimeSpan Planned = TimeSpan.FromSeconds(4);

    private readonly ManualTimeProvider _clock = new();
    private readonly ExternalLoadLog _log;
    private TimeSpan _used;

    public ExternalLoadLogTests() => _log = new ExternalLoadLog(Planned, _clock, () => _used);

    public void Dispose() => _log.Dispose();

    [Fact]
    public void Generator_BusyBeforeAndAfterTheLoad_LeavesThatOut()
    {
        Pass(10, cores: 2);
        _log.Begin();
        Pass(4, cores: 0.25);
        Pass(3, cores: 2);

        Assert.Equal(0.25, _log.Generator(endedEarly: false).CpuCores, 6);
    }

    [Fact]
    public void Generator_LastRequestEndsAfterThePlan_CountsToThePlannedEnd()
    {
        var began = _log.Begin();
        Pass(4, cores: 0.5);
        Pass(2, cores: 0);
        _log.End(began, RequestEnd.Success, users: 1);

        Assert.Equal(0.5, _log.Generator(endedEarly: false).CpuCores, 6);
    }

    [Fact]
    public void Generator_LastRequestEndsBeforeThePlan_CountsToThePlannedEnd()
    {
        var began = _log.Begin();
        Pass(1, cores: 1);
        _log.End(began, RequestEnd.Success, users: 1);
        Pass(3, cores: 0);

        Assert.Equal(0.25, _log.Generator(endedEarly: false).CpuCores, 6);
    }

    [Fact]
    public void Generator_EndedEarly_CountsToTheLastRequest()
    {
        var began = _log.Begin();
        Pass(1, cores: 0.75);
        _log.End(began, RequestEnd.Failure, users: 1);
        Pass(5, cores: 2);

        Assert.Equal(0.75, _log.Generator(endedEarly: true).CpuCores, 6);
    }

    [Fact]
    public void Generator_SecondRequest_DoesNotStartAgain()
    {
        _log.Begin();
        Pass(2, cores: 1);
        _log.Begin();
        Pass(2, cores: 0.5);

        Assert.Equal(0.75, _log.Generator(endedEarly: false).CpuCores, 6);
    }

    [Fact]
    public void Generator_NoRequest_UsedNothing()
    {
        Pass(5, cores: 2);

        Assert.Equal(0, _log.Generator(endedEarly: true).CpuCores);
    }

    [Theory]
    [InlineData(0.7, false)]
    [InlineData(0.9, true)]
    public void Generator_ShareOfMachine_DecidesWhetherItWasTheLimit(double share, bool wasTheLimit)
    {
        _log.Begin();
        Pass(4, share * Environment.ProcessorCount);
        Pass(4, cores: wasTheLimit ? 0 : Environment.ProcessorCount);

        Assert.Equal(wasTheLimit, _log.Generator(endedEarly: false).WasTheLimit);
    }

    [Fact]
    public void Counts_CutOffRequest_WasBegunAndSentButDidNotEnd()
    {
        var (first, second) = (_log.Begin(), _log.Begin());
        _log.Send();
        _log.Send();
        Pass(1);
        _log.End(first, RequestEnd.Success, users: 2);
        Pass(1);
        _log.End(second, end: null, users: 1);

        Assert.Equal((2, 2, 1), (_log.Begun, _log.Sent, _log.Ended.Count));
        Assert.Equal(TimeSpan.FromSeconds(2), _log.Duration);
        Assert.Equal(TimeSpan.FromSeconds(1), _log.Ended[0].Latency);
    }

    [Fact]
    public void EndUnanswered_HangingRequest_IsInTheLatencyAsALowerBoundAndNotFailed()
    {
        var (first, second) = (_log.Begin(), _log.Begin());
        Pass(1);
        _log.End(first, RequestEnd.Success, users: 2);
        Pass(1);
        _log.EndUnanswered(second, users: 1);

        var latency = _log.Ended.Latency();

        Assert.Equal((1, 2, 0L), (_log.Unanswered, latency.Count, _log.Snapshot(RunPhase.Measuring, 0).Failed));
        Assert.Equal((false, true), (latency.Percentile(50).AtLeast, latency.Percentile(99).AtLeast));
    }

    [Fact]
    public void Seconds_RequestsOfThreeSeconds_AreThoseThatEndedInEach()
    {
        var began = _log.Begin();
        Pass(0.5);
        _log.End(began, RequestEnd.Success, users: 3);
        _log.End(began, RequestEnd.Failure, users: 2);
        Pass(1.9);
        _log.End(began, RequestEnd.Success, users: 1);

        var seconds = LoadCourse.Seconds(_log);

        Assert.Equal(
            [(0, 3, 1, 1), (1, 3, 0, 0), (2, 1, 1, 0)],
            seconds.Select(second => (second.Second, second.Users, (int)second.Successful, (int)second.Failed)));
        Assert.Equal(500, seconds[0].MeanMs, 0.5);
        Assert.Equal(2, LatencyDistribution.FromBytes(seconds[0].Latency!).Count);
        Assert.Equal(2_400, seconds[2].P95Ms, 2.4);
    }

    [Fact]
    public void Steps_LastOneNotReachedAndOneCutShort_AreAsLongAsTheyRan()
    {
        var began = _log.Begin();
        Pass(0.5);
        _log.End(began, RequestEnd.Success, users: 1);
        Pass(1);
        _log.End(began, RequestEnd.Success, users: 2);

        var steps = LoadCourse.Steps(
            _log,
            [
                LoadStep.Hold(1, TimeSpan.FromSeconds(1)),
                LoadStep.Hold(2, TimeSpan.FromSeconds(1)),
                LoadStep.Hold(3, TimeSpan.FromSeconds(2)),
            ]);

        Assert.Equal([(1, 1.0, 1), (2, 0.5, 1)], steps.Select(step => (step.Users, step.DurationSeconds, (int)step.Successful)));
    }

    private void Pass(double seconds, double cores = 0)
    {
        // In small pieces, so that a reading finds what was used until its own moment.
        for (var passed = 0.0; passed < seconds - 1e-9; passed += 0.05)
        {
            _used += TimeSpan.FromSeconds(0.05 * cores);
            _clock.Advance(TimeSpan.FromSeconds(0.05));
        }
    }
}
