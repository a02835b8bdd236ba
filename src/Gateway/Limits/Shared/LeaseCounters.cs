using System.Runtime.InteropServices;

namespace DroneDelivery.Gateway.Limits.Shared;

/// <summary>What changes with every request of a holder; see <see cref="HolderCounters"/> for the space around it.</summary>
[StructLayout(LayoutKind.Explicit, Size = 128)]
internal struct LeaseCounters
{
    /// <summary>Leased and not used yet.</summary>
    [FieldOffset(64)]
    public int Tokens;

    /// <summary>Requests since the latest lease, those refused too.</summary>
    [FieldOffset(68)]
    public int Asked;

    [FieldOffset(72)]
    public int InFlight;

    /// <summary>Until then Redis has no token, as a timestamp.</summary>
    [FieldOffset(80)]
    public long EmptyUntil;
}
