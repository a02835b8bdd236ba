using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Admin;

/// <summary>
/// Implements the commands. A new key is written to standard output and messages to standard error, so that a script can capture
/// the key alone. A command that fails throws a <see cref="StartException"/> with the reason.
/// </summary>
internal sealed class KeyTool(
    IKeyStore store, KeyRegistry keys, PlanCatalog plans, TimeProvider time, TextWriter output, TextWriter error)
{
    private static readonly string[] Titles = ["ID", "NAME", "PLAN", "STATE", "CREATED", "EXPIRES", "SCOPES", "OWNERS"];

    public async Task AddAsync(KeyTerms terms, bool createsStore, CancellationToken cancellationToken)
    {
        Check(terms.FindFaults(plans, time.GetUtcNow()));
        if (createsStore && await store.CreateAsync(cancellationToken))
        {
            error.WriteLine($"Created a store of keys: {store.Location}.");
        }

        Print(await keys.AddAsync(terms, cancellationToken));
    }

    public async Task RotateAsync(string id, RotationTerms terms, CancellationToken cancellationToken)
    {
        Check(terms.FindFaults(time.GetUtcNow()));
        Print(await keys.RotateAsync(id, terms.ExpiresAt, cancellationToken));
    }

    public async Task RevokeAsync(string id, CancellationToken cancellationToken)
    {
        if (await keys.RevokeAsync(id, cancellationToken) is null)
        {
            throw new StartException(KeyChange.Unknown(id).Refusal!);
        }

        error.WriteLine($"Key {id} is revoked.");
    }

    public async Task ListAsync(bool withDead, CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var shown = (await keys.ListAsync(cancellationToken)).Where(key => withDead || key.IsLive(now));
        string[][] rows = [Titles, .. shown.Select(key => ToRow(key, now))];
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
        key.Owners.Text,
    ];

    private static void Check(IEnumerable<(string Field, string Fault)> faults)
    {
        if (faults.FirstOrDefault() is ({ } field, { } fault))
        {
            throw new StartException($"{Spoken(field)} {fault}");
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
        var (key, stored) = change.Issued ?? throw new StartException(change.Refusal!);
        var scopes = string.Join(", ", KeyScopeNames.Split(stored.Scopes));
        error.WriteLine(
            $"Key {key.Id} of {stored.Name} (plan {stored.Plan}; {scopes}; {Describe(stored.Owners)}). "
            + "Keep it now: it cannot be shown again.");
        output.WriteLine(key.Reveal());
    }
}
