namespace DroneDelivery.Gateway.Usage;

/// <summary>The sums of a set of requests. Not safe for concurrent use.</summary>
internal sealed class UsageFigures
{
    private const int FirstOfLatencies = 4;

    /// <summary>The number of sums.</summary>
    public static int Sums => FirstOfLatencies + UsageLatency.Classes;

    public long Requests { get; set; }

    /// <summary>The size of all request bodies, in bytes.</summary>
    public long BytesIn { get; set; }

    /// <summary>The size of all response bodies, in bytes.</summary>
    public long BytesOut { get; set; }

    /// <summary>The sum of all latencies, in microseconds.</summary>
    public long Microseconds { get; set; }

    /// <summary>The number of requests in each latency class; see <see cref="UsageLatency"/>.</summary>
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

    /// <summary>Returns all sums. Their order must not change, because the stores depend on it.</summary>
    public long[] ToArray() => [Requests, BytesIn, BytesOut, Microseconds, .. ByLatency];

    public static UsageFigures FromSums(ReadOnlySpan<long> sums)
    {
        var figures = new UsageFigures { Requests = sums[0], BytesIn = sums[1], BytesOut = sums[2], Microseconds = sums[3] };
        sums[FirstOfLatencies..].CopyTo(figures.ByLatency);
        return figures;
    }
}
