using System.ComponentModel.DataAnnotations;
using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Usage;

/// <summary>Selects the usage to report.</summary>
/// <param name="From">The start, rounded down to a whole minute. The default is one hour before <paramref name="To"/>.</param>
/// <param name="To">The end. Minutes that start at this time or later are left out. The default is the current time.</param>
/// <param name="Key">The id of one key. The default is all keys.</param>
/// <param name="Holder">Selects the keys of one holder, including expired and revoked keys. The default is all keys.</param>
/// <param name="Owner">Selects the keys that may access the data of this owner. The default is all keys.</param>
/// <param name="Route">The pattern of one route. The default is all routes.</param>
/// <remarks>Public because the generated validation skips internal types.</remarks>
public sealed record UsageQuery(
    DateTimeOffset? From, DateTimeOffset? To, string? Key, string? Holder, string? Owner, string? Route) : IValidatableObject
{
    private static readonly TimeSpan DefaultPeriod = TimeSpan.FromHours(1);

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (To is null && From >= validationContext.GetRequiredService<TimeProvider>().GetUtcNow())
        {
            yield return new ValidationResult($"{From:O} is in the future.", ["from"]);
        }

        if (From >= To)
        {
            yield return new ValidationResult($"{From:O} is not before {To:O}, the end.", ["from"]);
        }

        if ((From ?? To) < DateTimeOffset.UnixEpoch + DefaultPeriod)
        {
            yield return new ValidationResult("Usage of a time before 1970-01-01T01:00:00Z cannot be asked for.", ["from"]);
        }
    }

    /// <summary>
    /// Creates the filter for this query. The intervals are one minute long for a period of up to one day, one hour for up to
    /// 62 days, and otherwise one day.
    /// </summary>
    /// <param name="keys">All keys, by id.</param>
    internal UsageFilter FilterAt(DateTimeOffset now, IReadOnlyDictionary<string, StoredKey> keys)
    {
        var to = To ?? now;
        var from = From ?? (to - DefaultPeriod);
        var step = (to - from).TotalDays switch { <= 1 => 60, <= 62 => 3_600, _ => 86_400 };
        var first = from.ToUnixTimeSeconds();
        return new UsageFilter(first - (first % UsageBatch.SecondsPerInterval), to.ToUnixTimeSeconds(), step, SelectKeys(keys), Route);
    }

    private HashSet<string>? SelectKeys(IReadOnlyDictionary<string, StoredKey> keys) => this switch
    {
        { Key: null, Holder: null, Owner: null } => null,
        // Usage without a key or of a deleted key has an id that is not in the database, so that the id is not looked up.
        { Key: { } id, Holder: null, Owner: null } => [id],
        _ => [.. keys.Values.Where(IsSelected).Select(key => key.Id)],
    };

    private bool IsSelected(StoredKey key) =>
        (Key is null || Key == key.Id)
        && (Holder is null || Holder == key.Name)
        && (Owner is null || key.Owners.Include(Owner));
}
