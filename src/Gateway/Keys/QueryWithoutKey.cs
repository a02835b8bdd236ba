using System.Text;

namespace DroneDelivery.Gateway.Keys;

/// <summary>A query string from which one or more keys were removed.</summary>
/// <param name="Rest">The query string without the keys: empty, or with a leading question mark.</param>
/// <param name="Key">The last key.</param>
/// <param name="Count">The number of keys.</param>
internal sealed record QueryWithoutKey(string Rest, string Key, int Count)
{
    /// <summary>Returns null if the query has no key. In that case only a name with escapes causes an allocation.</summary>
    public static QueryWithoutKey? From(string? query)
    {
        // The name may have escapes, such as api%5Fkey.
        if (string.IsNullOrEmpty(query)
            || (!query.Contains('%', StringComparison.Ordinal)
                && !query.Contains(KeyInRequest.Parameter, StringComparison.OrdinalIgnoreCase)))
        {
            return null;
        }

        var pairs = query.AsSpan(1);
        foreach (var range in pairs.Split('&'))
        {
            if (IsKey(pairs[range]))
            {
                return Split(pairs);
            }
        }

        return null;
    }

    private static QueryWithoutKey Split(ReadOnlySpan<char> pairs)
    {
        var (rest, key, count) = (new StringBuilder(), "", 0);
        foreach (var range in pairs.Split('&'))
        {
            var pair = pairs[range];
            if (IsKey(pair))
            {
                key = Uri.UnescapeDataString(QueryParameter.ValueOf(pair));
                count++;
            }
            else
            {
                rest.Append(rest.Length == 0 ? '?' : '&').Append(pair);
            }
        }

        return new QueryWithoutKey(rest.ToString(), key, count);
    }

    private static bool IsKey(ReadOnlySpan<char> pair) =>
        QueryParameter.IsRead(QueryParameter.NameOf(pair), KeyInRequest.Parameter);
}
