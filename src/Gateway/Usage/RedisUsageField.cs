using System.Globalization;
using StackExchange.Redis;

namespace DroneDelivery.Gateway.Usage;

/// <summary>One sum of one key, route and status, as it is stored in Redis.</summary>
/// <param name="Name">The key, route, status and index of the sum, separated by tabs. None of them contains a tab.</param>
internal readonly record struct RedisUsageField(string Name, long Value)
{
    private const char Separator = '\t';

    /// <summary>Returns the fields of all sums that are not zero.</summary>
    public static IEnumerable<RedisUsageField> FromRows(IReadOnlyDictionary<UsageKey, UsageFigures> rows)
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

        return sums.ToDictionary(row => row.Key, row => UsageFigures.FromSums(row.Value));
    }
}
