using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Keys;

/// <summary>Validates the owners of a key.</summary>
internal static class OwnerTerms
{
    /// <returns>The errors by field, in the format of <see cref="KeyTerms.FindFaults"/>.</returns>
    public static IEnumerable<(string Field, string Fault)> FindFaults(IReadOnlyList<string> ids, bool mayBeNone)
    {
        if (AllowedOwners.Parse(ids) is not { } owners)
        {
            yield return (
                "owners",
                $"must be up to {AllowedOwners.MaxCount} ids, each {OwnerIdFormat.Description}, not \"{string.Join(',', ids)}\".");
        }
        else if (owners == AllowedOwners.None && !mayBeNone)
        {
            yield return ("owners", "must list the owners whose data the key may be used for, or be * for all.");
        }
    }
}
