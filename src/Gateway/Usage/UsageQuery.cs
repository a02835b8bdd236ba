using System.ComponentModel.DataAnnotations;
using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Usage;

/// <summary>Selects the usage to report.</summary>
/// <param name="From">Whole minutes count, the one of this moment too. An hour before <paramref name="To"/> when missing.</param>
/// <param name="To">The present when missing.</param>
/// <param name="Key">The id of one key; all when missing.</param>
/// <param name="Holder">The keys of one holder, also those that expired or were revoked; all when missing.</param>
/// <param name="Owner">The keys that may see this owner's data; all when missing.</param>
/// <param name="Route">The pattern of one route; all when missing.</param>
/// <remarks>Public because the generated validation passes over internal types.</remarks>
public sealed record UsageQuery(
    DateTimeOffset? From, DateTimeOffset? To, string? Key, string? Holder, string? Owner, string? Route) : IValidatableObject
{
    private static readonly TimeSpan Usual = TimeSpan.FromHours(1);

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (From >= To)
        {
            yield return new ValidationResult($"{From:O} is not before {To:O}, the end.", ["from"]);
        }

        if ((From ?? To) < DateTimeOffset.UnixEpoch + Usual)
        {
            yield return new ValidationResult("Usage of a time before 1970-01-01T01:00:00Z cannot be asked for.", ["from"]);
        }
    }

    /// <summary>Intervals of a minute for up to a day, of an hour for up to two months, or else of a day.</summary>
    /// <param name="keys">All keys, by id.</param>
    internal UsageFilter FilterAt(DateTimeOffset now, IReadOnlyDictionary<string, StoredKey> keys)
    {
        var to = To ?? now;
        var from = From ?? (to - Usual);
        var step = (to - from).TotalDays switch { <= 1 => 60, <= 62 => 3_600, _ => 86_400 };
        var first = from.ToUnixTimeSeconds();
        return new UsageFilter(first - (first % UsageBatch.SecondsPerInterval), to.ToUnixTimeSeconds(), step, SelectKeys(keys), Route);
    }

    private HashSet<string>? SelectKeys(IReadOnlyDictionary<string, StoredKey> keys) => this switch
    {
        { Key: null, Holder: null, Owner: null } => null,
        // Requests without a key, and those of a deleted key, have an id that is not in the database.
        { Key: { } id, Holder: null, Owner: null } => [id],
        _ => [.. keys.Values.Where(IsSelected).Select(key => key.Id)],
    };

    private bool IsSelected(StoredKey key) =>
        (Key is null || Key == key.Id)
        && (Holder is null || Holder == key.Name)
        && (Owner is null || key.Owners?.Include(Owner) is true);
}
