namespace DroneDelivery.Gateway.Usage;

/// <summary>Sums over some requests. Not safe for concurrent use.</summary>
internal sealed class UsageFigures
{
    private const int FirstOfLatencies = 4;

    /// <summary>How many sums there are.</summary>
    public static int Sums => FirstOfLatencies + UsageLatency.Classes;

    public long Requests { get; set; }

    /// <summary>Of the requests' bodies.</summary>
    public long BytesIn { get; set; }

    /// <summary>Of the answers' bodies.</summary>
    public long BytesOut { get; set; }

    /// <summary>The sum of all latencies.</summary>
    public long Microseconds { get; set; }

    /// <summary>Requests by class of latency; see <see cref="UsageLatency"/>.</summary>
    public long[] ByLatency { get; } = new long[UsageLatency.Classes];

    public void Count(long bytesIn, long bytesOut, long microseconds)
    {
        Requests++;
        BytesIn += bytesIn;
        BytesOut += bytesOut;
        Microseconds += microseconds;
        ByLatency[UsageLatency.ClassOf(microseconds)]++;
    }

    public void Add(UsageFigures other)
    {
        Requests += other.Requests;
        BytesIn += other.BytesIn;
        BytesOut += other.BytesOut;
        Microseconds += other.Microseconds;
        for (var i = 0; i < ByLatency.Length; i++)
        {
            ByLatency[i] += other.ByLatency[i];
        }
    }

    /// <summary>All sums, in an order that does not change: stores depend on it.</summary>
    public long[] ToArray() => [Requests, BytesIn, BytesOut, Microseconds, .. ByLatency];

    public static UsageFigures Of(ReadOnlySpan<long> sums)
    {
        var figures = new UsageFigures { Requests = sums[0], BytesIn = sums[1], BytesOut = sums[2], Microseconds = sums[3] };
        sums[FirstOfLatencies..].CopyTo(figures.ByLatency);
        return figures;
    }
}
