namespace DroneDelivery.Gateway.Keys;

/// <summary>The operations that a key allows.</summary>
[Flags]
internal enum KeyScopes
{
    None = 0,
    InvoicesRead = 1 << 0,
    DeliveriesRead = 1 << 1,
    DeliveriesWrite = 1 << 2,
    PackagesRead = 1 << 3,
    DronesRead = 1 << 4,

    /// <summary>Allows access to keys and usage. Does not include the other scopes.</summary>
    Admin = 1 << 5,
}
