using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Keys;

/// <summary>A request to create a key. Null means the default value.</summary>
/// <param name="Name">The name of the holder; required.</param>
/// <param name="Owners">
/// The owners whose data the key may be used for, or <c>*</c> for all; required unless the only scope is <c>admin</c>.
/// </param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed partial record KeyTerms(
    string? Name,
    string? Plan = null,
    IReadOnlyList<string>? Scopes = null,
    IReadOnlyList<string>? Owners = null,
    DateTimeOffset? ExpiresAt = null)
{
    [JsonIgnore]
    public string PlanOrDefault => Plan ?? PlanOptions.Free;

    [JsonIgnore]
    public KeyScopes? ParsedScopes => KeyScopeNames.Parse(Scopes ?? KeyScopeNames.Reading);

    [JsonIgnore]
    public AllowedOwners? ParsedOwners => AllowedOwners.Parse(Owners ?? []);

    /// <summary>Returns the errors by field. Each text completes a sentence that begins with the field's name.</summary>
    public IEnumerable<(string Field, string Fault)> FindFaults(PlanCatalog plans, DateTimeOffset now)
    {
        if (!NameShape().IsMatch(Name ?? ""))
        {
            yield return ("name", $"must be 1 to 64 letters, digits or . _ - @, not \"{Name}\".");
        }

        if (plans.Find(PlanOrDefault) is null)
        {
            yield return ("plan", $"must be one of {plans.Names}, not \"{PlanOrDefault}\".");
        }

        if (ParsedScopes is null)
        {
            yield return ("scopes", $"must be among {KeyScopeNames.All}, not \"{string.Join(',', Scopes ?? [])}\".");
        }

        if (ParsedOwners is not { } owners)
        {
            yield return (
                "owners",
                $"must be up to {AllowedOwners.MaxCount} ids, each {OwnerIdFormat.Description}, "
                    + $"not \"{string.Join(',', Owners ?? [])}\".");
        }
        else if (owners == AllowedOwners.None && ParsedScopes != KeyScopes.Admin)
        {
            yield return ("owners", "must list the owners whose data the key may be used for, or be * for all.");
        }

        foreach (var fault in new RotationTerms(ExpiresAt).FindFaults(now))
        {
            yield return fault;
        }
    }

    // The name is written to lists and logs without escapes.
    [GeneratedRegex(@"\A[A-Za-z0-9._@-]{1,64}\z")]
    private static partial Regex NameShape();
}

/// <summary>A request to create a second key. Its other terms are those of the first key.</summary>
/// <param name="ExpiresAt">The expiry of the second key, or null for that of the first key.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record RotationTerms(DateTimeOffset? ExpiresAt = null)
{
    /// <summary>Returns the errors by field, in the format of <see cref="KeyTerms.FindFaults"/>.</summary>
    public IEnumerable<(string Field, string Fault)> FindFaults(DateTimeOffset now)
    {
        if (ExpiresAt <= now)
        {
            yield return ("expiresAt", $"must be in the future, not {ExpiresAt:u}.");
        }
    }
}
