using System.Globalization;
using StackExchange.Redis;

namespace DroneDelivery.Gateway.Usage;

/// <summary>One sum of one key, route and status, as Redis keeps it.</summary>
/// <param name="Name">Key, route, status and the sum's number with a tab between; none of them has one in it.</param>
internal readonly record struct RedisUsageField(string Name, long Value)
{
    private const char Separator = '\t';

    /// <summary>Sums that are zero are left out.</summary>
    public static IEnumerable<RedisUsageField> Of(IReadOnlyDictionary<UsageKey, UsageFigures> rows)
    {
        foreach (var (key, figures) in rows)
        {
            var sums = figures.ToArray();
            for (var i = 0; i < sums.Length; i++)
            {
                if (sums[i] != 0)
                {
                    yield return new(
                        string.Create(CultureInfo.InvariantCulture, $"{key.Key}\t{key.Route}\t{key.Status}\t{i}"), sums[i]);
                }
            }
        }
    }

    public static IReadOnlyDictionary<UsageKey, UsageFigures> Read(IEnumerable<HashEntry> fields, UsageFilter filter)
    {
        var sums = new Dictionary<UsageKey, long[]>();
        foreach (var field in fields)
        {
            if (((string?)field.Name)?.Split(Separator) is [var key, var route, var status, var sum]
                && filter.Keys?.Contains(key) is not false && route == (filter.Route ?? route))
            {
                var row = new UsageKey(key, route, int.Parse(status, CultureInfo.InvariantCulture));
                if (!sums.TryGetValue(row, out var values))
                {
                    sums[row] = values = new long[UsageFigures.Sums];
                }

                values[int.Parse(sum, CultureInfo.InvariantCulture)] = (long)field.Value;
            }
        }

        return sums.ToDictionary(row => row.Key, row => UsageFigures.Of(row.Value));
    }
}
