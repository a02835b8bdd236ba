using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// Writes the cache key of a request: its path, its query parameters in the order of the policy, and the owners of the API key
/// unless the request names an owner. A named owner was authorized before. Each part is preceded by its length, so that different
/// parts cannot give the same key.
/// </summary>
internal ref struct CacheKeyWriter(Span<char> buffer)
{
    /// <summary>The maximum length of a key, in characters. A request with a longer key bypasses the cache.</summary>
    public const int MaxLength = 512;

    private const int MaxParameters = 8;

    private readonly Span<char> _buffer = buffer;
    private int _length;
    private bool _hasOwner;

    /// <returns>The length of the key, in characters; 0 if the request must bypass the cache.</returns>
    public static int Write(HttpContext context, CachePolicy policy, Span<char> buffer)
    {
        var writer = new CacheKeyWriter(buffer);
        var request = context.Request;
        return writer.TryAdd(request.Path.Value)
            && writer.TryAddQuery(request.QueryString.Value, policy)
            && (writer._hasOwner || request.RouteValues.ContainsKey(OwnerInRequest.Name) || writer.TryAddOwners(context))
                ? writer._length
                : 0;
    }

    // Values are not decoded. Two encodings of a value give two keys, so that the key does not depend on how a backend decodes.
    private bool TryAddQuery(ReadOnlySpan<char> query, CachePolicy policy)
    {
        var names = policy.Query;
        if (query.Length <= 1)
        {
            return TryAddNothing(names.Length);
        }

        Span<Range> values = stackalloc Range[MaxParameters];
        Span<bool> found = stackalloc bool[MaxParameters];
        query = query[1..];
        foreach (var range in query.Split('&'))
        {
            var parameter = query[range];
            var name = QueryParameter.NameOf(parameter);
            var index = policy.IndexOf(name);
            if (index < 0 && !MayBeRead(name, policy))
            {
                // The response does not depend on it, and a refresh does not have it.
                continue;
            }

            // A repeated parameter is ambiguous.
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

    private bool TryAddOwners(HttpContext context) => TryAdd((Caller.FromContext(context) ?? Caller.Anonymous).Owners.Text);

    // A backend may read an escaped name under the name of the policy.
    private static bool MayBeRead(ReadOnlySpan<char> sentName, CachePolicy policy)
    {
        foreach (var name in policy.Query)
        {
            if (QueryParameter.IsRead(sentName, name))
            {
                return true;
            }
        }

        return false;
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

    // A missing part is written as 0. It differs from an empty part, whose length 0 is written as 1.
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
