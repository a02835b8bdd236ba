using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// Writes what an answer depends on as one text: path, query parameters in the policy's order, and the owners of the API key
/// unless the request names an owner, who was checked before. Each part follows its own length, so that no two requests have the
/// same text.
/// </summary>
internal ref struct CacheKeyWriter(Span<char> buffer)
{
    /// <summary>A request whose key is longer, in characters, is not answered from the cache.</summary>
    public const int Longest = 512;

    private const int MostParameters = 8;

    private readonly Span<char> _buffer = buffer;
    private int _length;
    private bool _hasOwner;

    /// <returns>The key's length; 0 where the request cannot be answered from the cache.</returns>
    public static int Write(HttpContext context, CachePolicy policy, Span<char> buffer)
    {
        var writer = new CacheKeyWriter(buffer);
        var request = context.Request;
        return writer.TryAdd(request.Path.Value)
            && writer.TryAddQuery(request.QueryString.Value, policy.Query)
            && (writer._hasOwner || request.RouteValues.ContainsKey(OwnerInRequest.Name) || writer.TryAddOwners(context))
                ? writer._length
                : 0;
    }

    // As it was sent: two spellings of a value are two keys, so that nobody's reading of a query can differ from the gateway's.
    private bool TryAddQuery(ReadOnlySpan<char> query, string[] names)
    {
        if (query.Length <= 1)
        {
            return TryAddNothing(names.Length);
        }

        Span<Range> values = stackalloc Range[MostParameters];
        Span<bool> found = stackalloc bool[MostParameters];
        query = query[1..];
        foreach (var range in query.Split('&'))
        {
            var parameter = query[range];
            var index = IndexOf(QueryParameter.NameOf(parameter), names);
            // Neither one that may change the answer in a way that the key does not tell, nor one that is there twice.
            if (index < 0 || found[index])
            {
                return false;
            }

            found[index] = true;
            _hasOwner |= names[index] == OwnerInRequest.Name;
            values[index] = (range.End.Value - QueryParameter.ValueOf(parameter).Length)..range.End.Value;
        }

        for (var i = 0; i < names.Length; i++)
        {
            if (!(found[i] ? TryAdd(query[values[i]]) : TryAddNothing()))
            {
                return false;
            }
        }

        return true;
    }

    private bool TryAddOwners(HttpContext context) => TryAdd((Caller.Of(context) ?? Caller.Anonymous).Owners.Text);

    private static int IndexOf(ReadOnlySpan<char> name, string[] names)
    {
        for (var i = 0; i < names.Length; i++)
        {
            if (name.Equals(names[i], StringComparison.OrdinalIgnoreCase))
            {
                return i;
            }
        }

        return -1;
    }

    private bool TryAdd(ReadOnlySpan<char> part)
    {
        if (_length + 1 + part.Length > _buffer.Length)
        {
            return false;
        }

        _buffer[_length] = (char)(part.Length + 1);
        part.CopyTo(_buffer[(_length + 1)..]);
        _length += part.Length + 1;
        return true;
    }

    // Not the same as an empty part, which has length 0 and is written as 1.
    private bool TryAddNothing(int count = 1)
    {
        if (_length + count > _buffer.Length)
        {
            return false;
        }

        _buffer.Slice(_length, count).Clear();
        _length += count;
        return true;
    }
}
