using System.Runtime.InteropServices;

namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// The counters of a holder that change with every request. The padding keeps the counters of two holders on different cache
/// lines (64 bytes), so that processor cores that serve different holders do not slow each other down.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 128)]
internal struct HolderCounters
{
    /// <summary>The state of the token bucket; see <see cref="TokenRate"/>.</summary>
    [FieldOffset(64)]
    public long FullAt;

    /// <summary>The day and its number of requests; see <see cref="DayCount"/>.</summary>
    [FieldOffset(72)]
    public long Today;

    [FieldOffset(80)]
    public int InFlight;
}
