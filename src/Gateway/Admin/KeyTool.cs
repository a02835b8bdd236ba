using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;

namespace DroneDelivery.Gateway.Admin;

/// <summary>What the commands do. A key goes to the standard output alone, so that a script can keep it.</summary>
internal sealed class KeyTool(KeyStore store, Plans plans, TimeProvider time, TextWriter output, TextWriter error)
{
    private static readonly string[] Titles = ["ID", "NAME", "PLAN", "STATE", "CREATED", "EXPIRES", "SCOPES"];

    /// <exception cref="KeyCommandException">The terms are wrong, or the holder has a live key.</exception>
    public void Add(KeyTerms terms)
    {
        Check(terms.FindFaults(plans, time.GetUtcNow()));
        Print(store.Add(terms.Name!, terms.PlanOrDefault, terms.ParsedScopes!.Value, terms.ExpiresAt));
    }

    /// <exception cref="KeyCommandException">The terms are wrong, there is no such live key, or already a second one.</exception>
    public void Rotate(string id, RotationTerms terms)
    {
        Check(terms.FindFaults(time.GetUtcNow()));
        Print(store.Rotate(id, terms.ExpiresAt));
    }

    /// <exception cref="KeyCommandException">There is no such key, or it is revoked.</exception>
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

    private void Print(KeyChange change)
    {
        var (key, stored) = change.Issued ?? throw new KeyCommandException(change.Refusal!);
        var scopes = string.Join(", ", KeyScopeNames.Split(stored.Scopes));
        error.WriteLine($"Key {key.Id} of {stored.Name} (plan {stored.Plan}; {scopes}). Keep it now: it cannot be shown again.");
        output.WriteLine(key.Reveal());
    }
}
