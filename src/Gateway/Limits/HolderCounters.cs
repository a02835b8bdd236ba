using System.Runtime.InteropServices;

namespace DroneDelivery.Gateway.Limits;

/// <summary>
/// What changes with every request of a holder. The space around it keeps those of two holders on different cache lines (64
/// bytes), so that cores that serve different holders do not slow each other down.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 128)]
internal struct HolderCounters
{
    /// <summary>See <see cref="TokenRate"/>.</summary>
    [FieldOffset(64)]
    public long FullAt;

    /// <summary>See <see cref="DayCount"/>.</summary>
    [FieldOffset(72)]
    public long Today;

    [FieldOffset(80)]
    public int InFlight;
}
