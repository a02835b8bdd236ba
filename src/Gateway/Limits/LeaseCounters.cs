using System.Runtime.InteropServices;

namespace DroneDelivery.Gateway.Limits;

/// <summary>The counters of a holder that change with every request; see <see cref="HolderCounters"/> for the padding.</summary>
[StructLayout(LayoutKind.Explicit, Size = 128)]
internal struct LeaseCounters
{
    /// <summary>The number of leased tokens that are not used yet.</summary>
    [FieldOffset(64)]
    public int Tokens;

    /// <summary>
    /// The number of requests since the latest renewal of the lease began. It includes requests refused because of the rate or
    /// the daily quota, but not those refused because of concurrency.
    /// </summary>
    [FieldOffset(68)]
    public int Asked;

    [FieldOffset(72)]
    public int InFlight;

    /// <summary>The timestamp until which Redis leases no tokens; 0 if there is no such time.</summary>
    [FieldOffset(80)]
    public long EmptyUntil;
}
