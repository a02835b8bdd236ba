using System.Diagnostics;
using DroneDelivery.ServiceDefaults.Telemetry;
using OpenTelemetry.Trace;

namespace DroneDelivery.ServiceDefaults.Tests.Telemetry;

public sealed class RequestSamplerTests
{
    [Theory]
    [InlineData(0, 0, 0)]
    [InlineData(0.1, 900, 1_100)]
    [InlineData(1, 10_000, 10_000)]
    public void RequestSampler_NoCaller_TracesThatShare(double ratio, int least, int most)
    {
        var traced = TraceIds(10_000).Count(id => IsTraced(ratio, id));

        Assert.InRange(traced, least, most);
    }

    [Fact]
    public void RequestSampler_SameTraceIds_TracesTheSameAndMoreAtAHigherRatio()
    {
        var ids = TraceIds(1_000);

        var traced = ids.Where(id => IsTraced(0.1, id)).ToArray();

        Assert.Equal(traced, ids.Where(id => IsTraced(0.1, id)));
        Assert.All(traced, id => Assert.True(IsTraced(0.2, id)));
    }

    [Theory]
    [InlineData(ActivityTraceFlags.Recorded, 1_000)]
    [InlineData(ActivityTraceFlags.None, 0)]
    public void RequestSampler_CallerDecided_FollowsItsCaller(ActivityTraceFlags flags, int expected)
    {
        var traced = TraceIds(1_000).Count(
            id => IsTraced(0.1, id, new ActivityContext(id, ActivitySpanId.CreateRandom(), flags, isRemote: true)));

        Assert.Equal(expected, traced);
    }

    private static bool IsTraced(double ratio, ActivityTraceId id, ActivityContext caller = default)
    {
        var request = new SamplingParameters(caller, id, "request", ActivityKind.Server);
        return RequestSampler.ForRatio(ratio).ShouldSample(request).Decision == SamplingDecision.RecordAndSample;
    }

    private static ActivityTraceId[] TraceIds(int count)
    {
        var random = new Random(1);
        var bytes = new byte[16];
        return [.. Enumerable.Range(0, count).Select(_ =>
        {
            random.NextBytes(bytes);
            return ActivityTraceId.CreateFromBytes(bytes);
        })];
    }
}
