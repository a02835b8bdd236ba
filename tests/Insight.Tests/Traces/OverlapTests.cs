using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.Insight.Tests.Traces;

public sealed class OverlapTests
{
    [Fact]
    public void Covered_SpansThatOverlap_CountsWhatTheyShareOnce() =>
        Assert.Equal(15, Overlap.Covered([Span(0, 10), Span(5, 15)], from: 0, to: 20));

    [Fact]
    public void Covered_SpanWithinAnother_AddsNothing() =>
        Assert.Equal(12, Overlap.Covered([Span(4, 6), Span(0, 10), Span(12, 14)], from: 0, to: 20));

    [Fact]
    public void Covered_SpansThatBeginBeforeOrEndAfter_CountsWhatLiesBetween() =>
        Assert.Equal(7, Overlap.Covered([Span(15, 30), Span(0, 12)], from: 10, to: 20));

    [Fact]
    public void Covered_SpansOutside_IsZero() =>
        Assert.Equal(0, Overlap.Covered([Span(0, 10), Span(20, 30)], from: 10, to: 20));

    [Fact]
    public void CoveredMs_SpansThatOverlap_IsInMilliseconds() =>
        Assert.Equal(15e-6, Overlap.CoveredMs([Span(0, 10), Span(5, 15)]), 9);

    [Fact]
    public void MaxAtOnce_SpansThatTouch_DoNotOverlap() =>
        Assert.Equal(2, Overlap.MaxAtOnce([Span(0, 10), Span(10, 20), Span(5, 15)]));

    [Fact]
    public void MaxAtOnce_EmptySpan_IsNotUnderWay() =>
        Assert.Equal(1, Overlap.MaxAtOnce([Span(0, 10), Span(5, 5)]));

    [Theory]
    [InlineData(1_900_000, 1)]
    [InlineData(2_000_000, 2)]
    public void MaxAtOnce_StartsRoundedToMilliseconds_OverlapOfLessThanOneIsNone(long end, int expected) =>
        Assert.Equal(expected, Overlap.MaxAtOnce([Span(0, end), Span(1_000_000, 3_500_000)]));

    private static SpanRecord Span(long start, long end) => new(start, end - start, false, new Dictionary<string, string>())
    {
        TraceId = "t", SpanId = $"{start}-{end}", ParentSpanId = null, Service = "gateway", Name = "GET", Kind = "client",
    };
}
