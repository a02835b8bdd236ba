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

/// <summary>Converts scopes to and from their names.</summary>
internal static class KeyScopeNames
{
    /// <summary>The default scopes of a new key.</summary>
    public static readonly string[] Reading = ["invoices:read", "deliveries:read", "packages:read", "drones:read"];

    private static readonly (string Name, KeyScopes Scope)[] Known =
    [
        ("invoices:read", KeyScopes.InvoicesRead),
        ("deliveries:read", KeyScopes.DeliveriesRead),
        ("deliveries:write", KeyScopes.DeliveriesWrite),
        ("packages:read", KeyScopes.PackagesRead),
        ("drones:read", KeyScopes.DronesRead),
        ("admin", KeyScopes.Admin),
    ];

    public static string All { get; } = string.Join(", ", Known.Select(known => known.Name));

    /// <summary>Returns null if a name is not known, or if there are no names.</summary>
    public static KeyScopes? Parse(IEnumerable<string> names)
    {
        var scopes = KeyScopes.None;
        foreach (var name in names)
        {
            var scope = Known.FirstOrDefault(known => known.Name == name).Scope;
            if (scope == KeyScopes.None)
            {
                return null;
            }

            scopes |= scope;
        }

        return scopes == KeyScopes.None ? null : scopes;
    }

    public static string[] Split(KeyScopes scopes) =>
        [.. Known.Where(known => scopes.HasFlag(known.Scope)).Select(known => known.Name)];
}
