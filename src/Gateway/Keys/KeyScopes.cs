namespace DroneDelivery.Gateway.Keys;

/// <summary>What a key may be used for.</summary>
[Flags]
internal enum KeyScopes
{
    None = 0,
    InvoicesRead = 1 << 0,
    DeliveriesRead = 1 << 1,
    DeliveriesWrite = 1 << 2,
    PackagesRead = 1 << 3,
    DronesRead = 1 << 4,

    /// <summary>Keys and usage, and none of the others.</summary>
    Admin = 1 << 5,
}
