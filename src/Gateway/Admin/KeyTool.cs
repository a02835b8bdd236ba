using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Admin;

/// <summary>
/// Implements the commands. A new key is written to standard output and messages to standard error, so that a script can capture
/// the key alone.
/// </summary>
internal sealed class KeyTool(
    GatewayDatabase database, KeyStore store, PlanCatalog plans, TimeProvider time, TextWriter output, TextWriter error)
{
    private static readonly string[] Titles = ["ID", "NAME", "PLAN", "STATE", "CREATED", "EXPIRES", "SCOPES", "OWNERS"];

    /// <exception cref="KeyCommandException">The terms are not valid, or the holder has a live key.</exception>
    /// <exception cref="DatabaseException">The database does not exist and is not created.</exception>
    public void Add(KeyTerms terms, bool createsDatabase)
    {
        Check(terms.FindFaults(plans, time.GetUtcNow()));
        if (createsDatabase && !database.Exists)
        {
            database.Open().Dispose();
            error.WriteLine($"Created the database {database.File}.");
        }

        Print(store.Add(
            terms.Name!, terms.PlanOrDefault, terms.ParsedScopes!.Value, terms.ParsedOwners!, terms.ExpiresAt));
    }

    /// <exception cref="KeyCommandException">The owners are not valid, or no key with this id is without owners.</exception>
    public void Migrate(string? id, IReadOnlyList<string> owners)
    {
        Check(OwnerTerms.FindFaults(owners, mayBeNone: false));
        var count = store.Migrate(id, AllowedOwners.Parse(owners)!);
        error.WriteLine(count switch
        {
            0 when id is not null => throw new KeyCommandException($"There is no key {id} without owners."),
            1 => "1 key has owners now.",
            _ => $"{count} keys have owners now.",
        });
    }

    /// <exception cref="KeyCommandException">
    /// The terms are not valid, the key is not live or has no owners, or the holder has two live keys.
    /// </exception>
    public void Rotate(string id, RotationTerms terms)
    {
        Check(terms.FindFaults(time.GetUtcNow()));
        Print(store.Rotate(id, terms.ExpiresAt));
    }

    /// <exception cref="KeyCommandException">The key does not exist, or is already revoked.</exception>
    public void Revoke(string id)
    {
        if (!store.Revoke(id))
        {
            throw new KeyCommandException(KeyChange.Unknown(id).Refusal!);
        }

        error.WriteLine($"Key {id} is revoked.");
    }

    public void List(bool withDead)
    {
        var now = time.GetUtcNow();
        string[][] rows = [Titles, .. store.List().Where(key => withDead || key.IsLive(now)).Select(key => ToRow(key, now))];
        var widths = Enumerable.Range(0, Titles.Length).Select(column => rows.Max(row => row[column].Length)).ToArray();
        foreach (var row in rows)
        {
            output.WriteLine(string.Join("  ", row.Select((text, column) => text.PadRight(widths[column]))).TrimEnd());
        }
    }

    private static string[] ToRow(StoredKey key, DateTimeOffset now) =>
    [
        key.Id,
        key.Name,
        key.Plan,
        key.StateAt(now),
        $"{key.CreatedAt:yyyy-MM-dd HH:mm}",
        key.ExpiresAt is { } end ? $"{end:yyyy-MM-dd HH:mm}" : "never",
        string.Join(',', KeyScopeNames.Split(key.Scopes)),
        key.Owners is { } owners ? owners.Text : "none yet",
    ];

    private static void Check(IEnumerable<(string Field, string Fault)> faults)
    {
        if (faults.FirstOrDefault() is ({ } field, { } fault))
        {
            throw new KeyCommandException($"{Spoken(field)} {fault}");
        }
    }

    private static string Spoken(string field) => field switch
    {
        "name" => "The name",
        "expiresAt" => "--expires",
        _ => $"--{field}",
    };

    private static string Describe(AllowedOwners owners) =>
        owners == AllowedOwners.None ? "no owner" : owners.AreAll ? "all owners" : $"owners {string.Join(", ", owners.Split())}";

    private void Print(KeyChange change)
    {
        var (key, stored) = change.Issued ?? throw new KeyCommandException(change.Refusal!);
        var scopes = string.Join(", ", KeyScopeNames.Split(stored.Scopes));
        error.WriteLine(
            $"Key {key.Id} of {stored.Name} (plan {stored.Plan}; {scopes}; {Describe(stored.Owners!)}). "
            + "Keep it now: it cannot be shown again.");
        output.WriteLine(key.Reveal());
    }
}
