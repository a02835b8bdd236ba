using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Microsoft.AspNetCore.Connections.Features;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// The last valid key of a connection, and its holder. Clients send the same key with each request. It is not hashed again while
/// no key has changed, because hashing costs more than the rest of the key check. The key is stored only in the items of the
/// connection, and is released with it.
/// </summary>
internal sealed class LastKey
{
    private static readonly object Name = new();

    private volatile Known? _known;

    /// <summary>Returns the last key of the request's connection; null if the request has no connection.</summary>
    public static LastKey? ForConnection(HttpContext context)
    {
        if (context.Features.Get<IConnectionItemsFeature>()?.Items is not { } items)
        {
            return null;
        }

        // Requests of one HTTP/2 connection run concurrently.
        lock (items)
        {
            if (items.TryGetValue(Name, out var last))
            {
                return (LastKey)last!;
            }

            var first = new LastKey();
            items[Name] = first;
            return first;
        }
    }

    /// <summary>Returns null for any other key, and if the keys were replaced after the key was checked.</summary>
    public KeyHolder? Find(ReadOnlySpan<char> key, object keys) =>
        _known is { } known
        && ReferenceEquals(known.Keys, keys)
        && CryptographicOperations.FixedTimeEquals(MemoryMarshal.AsBytes(key), MemoryMarshal.AsBytes(known.Key.AsSpan()))
            ? known.Holder
            : null;

    /// <param name="key">A valid key.</param>
    /// <param name="holder">The holder of the key.</param>
    /// <param name="keys">The set of keys that it was checked against, compared by reference.</param>
    public void Keep(ReadOnlySpan<char> key, KeyHolder holder, object keys) => _known = new(key.ToArray(), holder, keys);

    private sealed record Known(char[] Key, KeyHolder Holder, object Keys);
}
