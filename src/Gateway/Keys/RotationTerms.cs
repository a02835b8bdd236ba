using System.Text.Json.Serialization;

namespace DroneDelivery.Gateway.Keys;

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
