using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.Lab.Tests.Running;

public sealed class RequestLogTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);

    private readonly HashSet<string> _keptTraces = [];

    [Fact]
    public void Take_FewRequests_HasAllInTheOrderOfTheirSchedule()
    {
        var log = NewLog(new RequestLogLimits());
        Observe(log, 2, 1, 3);

        var (requests, dropped) = log.Take();

        Assert.Equal([TraceId(1), TraceId(2), TraceId(3)], requests.Select(request => request.TraceId));
        Assert.Equal(0, dropped);
    }

    [Fact]
    public void Take_Moments_AreUnixNanoseconds()
    {
        var log = NewLog(new RequestLogLimits());
        Observe(log, 1);

        var request = Assert.Single(log.Take().Requests);

        var start = Start.ToUnixTimeMilliseconds();
        Assert.Equal((start + 1) * 1_000_000, request.Scheduled);
        Assert.Equal((start + 2) * 1_000_000, request.Due);
        Assert.Equal((start + 3) * 1_000_000, request.Sent);
        Assert.Equal((start + 4) * 1_000_000, request.Answered);
        Assert.Equal((start + 5) * 1_000_000, request.Done);
        Assert.Equal(200, request.Status);
    }

    [Fact]
    public void Take_MoreThanTheSample_AlsoKeepsThoseOfKeptTracesAndCountsTheRest()
    {
        const int Requests = 1_000;
        const int Sample = 100;
        ulong[] kept = [3, 500, 997];
        _keptTraces.UnionWith(kept.Select(TraceId));
        var log = NewLog(new RequestLogLimits { Requests = Sample, Waiting = 10 });
        Observe(log, UpTo(Requests));

        var (requests, dropped) = log.Take();

        Assert.Superset(_keptTraces, requests.Select(request => request.TraceId).ToHashSet());
        Assert.Subset(_keptTraces, requests.Where(request => request.Extra).Select(request => request.TraceId).ToHashSet());
        Assert.Equal(Sample, requests.Count(request => !request.Extra));
        Assert.InRange(requests.Count, Sample, Sample + kept.Length);
        Assert.Equal(Requests, requests.Count + dropped);
    }

    [Fact]
    public void Take_TraceThatWasDroppedLater_IsNotKeptForIt()
    {
        _keptTraces.UnionWith(UpTo(100).Select(TraceId));
        var log = NewLog(new RequestLogLimits { Requests = 10, Waiting = 1 });
        Observe(log, UpTo(100));

        _keptTraces.Clear();

        Assert.Equal(10, log.Take().Requests.Count);
    }

    [Fact]
    public void Take_MoreKeptTracesThanTheirBound_StaysWithinIt()
    {
        _keptTraces.UnionWith(UpTo(200).Select(TraceId));
        var log = NewLog(new RequestLogLimits { Requests = 10, Waiting = 1, OfKeptTraces = 20 });
        Observe(log, UpTo(200));

        Assert.Equal(30, log.Take().Requests.Count);
    }

    private static ulong[] UpTo(int last) => [.. Enumerable.Range(1, last).Select(number => (ulong)number)];

    private static string TraceId(ulong number) => new TraceContext(number, 1, 1, Sampled: true).TraceId;

    private static void Observe(RequestLog log, params ulong[] numbers)
    {
        foreach (var number in numbers)
        {
            TimeSpan At(int step) => TimeSpan.FromMilliseconds(number + (ulong)step);
            var trace = new TraceContext(number, 1, 1, Sampled: true);
            var timing = new RequestTiming { Scheduled = At(0), Due = At(1), Sent = At(2), Answered = At(3), Done = At(4) };
            log.Observe(new RequestObservation(trace, Start, timing, new RequestOutcome(200, null, 10)));
        }
    }

    private RequestLog NewLog(RequestLogLimits limits) => new(seed: 1, _keptTraces.Contains, limits);
}
