using System.Text.Json.Serialization;

namespace DroneDelivery.Gateway.Keys;

/// <summary>What somebody asks of a second key: it has the first one's terms otherwise.</summary>
/// <param name="ExpiresAt">Null: when the first one ends, if it does.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
internal sealed record RotationTerms(DateTimeOffset? ExpiresAt = null)
{
    /// <summary>As those of <see cref="KeyTerms"/>.</summary>
    public IEnumerable<(string Field, string Fault)> FindFaults(DateTimeOffset now)
    {
        if (ExpiresAt <= now)
        {
            yield return ("expiresAt", $"must be in the future, not {ExpiresAt:u}.");
        }
    }
}
