namespace DroneDelivery.Gateway.Keys;

/// <summary>Scopes by the names they have for people.</summary>
internal static class KeyScopeNames
{
    /// <summary>Those of a key for which none are named.</summary>
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

    /// <summary>Null where a name is not known, or there is none.</summary>
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
