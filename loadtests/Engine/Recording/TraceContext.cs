using System.Globalization;
using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>A W3C trace context with a new trace and parent span.</summary>
public readonly record struct TraceContext(ulong TraceHigh, ulong TraceLow, ulong Span, bool Sampled)
{
    public string TraceId => string.Create(CultureInfo.InvariantCulture, $"{TraceHigh:x16}{TraceLow:x16}");

    internal static TraceContext Draw(SeededRandom random, double sampledFraction)
    {
        var sampled = random.NextDouble() < sampledFraction;
        // The standard forbids ids of only zeros. One set bit prevents them.
        return new TraceContext(random.NextUInt64(), random.NextUInt64() | 1, random.NextUInt64() | 1, sampled);
    }

    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"00-{TraceHigh:x16}{TraceLow:x16}-{Span:x16}-{(Sampled ? "01" : "00")}");
}
