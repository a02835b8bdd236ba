namespace DroneDelivery.Gateway.Keys;

/// <summary>Scopes as they are written: names with commas between.</summary>
internal static class KeyScopeNames
{
    public const string Reading = "invoices:read,deliveries:read,packages:read,drones:read";

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
    public static KeyScopes? Parse(string text)
    {
        var scopes = KeyScopes.None;
        foreach (var name in text.Split(',', StringSplitOptions.TrimEntries))
        {
            var scope = Known.FirstOrDefault(known => known.Name == name).Scope;
            if (scope == KeyScopes.None)
            {
                return null;
            }

            scopes |= scope;
        }

        return scopes;
    }

    public static string Format(KeyScopes scopes) =>
        string.Join(',', Known.Where(known => scopes.HasFlag(known.Scope)).Select(known => known.Name));
}
