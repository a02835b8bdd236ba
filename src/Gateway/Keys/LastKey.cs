using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Microsoft.AspNetCore.Connections.Features;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// The right key that a connection sent last, and whose it is. Clients send the same one with each request, and as long as no key
/// has changed it need not be hashed again: that costs more than everything else about keys. It is kept nowhere else, and goes
/// with the connection.
/// </summary>
internal sealed class LastKey
{
    private static readonly object Name = new();

    private volatile Known? _known;

    /// <summary>Null where requests come over no connection.</summary>
    public static LastKey? Of(HttpContext context)
    {
        if (context.Features.Get<IConnectionItemsFeature>()?.Items is not { } items)
        {
            return null;
        }

        // Requests of one HTTP/2 connection come at the same time.
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

    /// <summary>Null for every other key, and when the keys are not those any more that it was right among.</summary>
    public KeyHolder? Find(ReadOnlySpan<char> key, object keys) =>
        _known is { } known
        && ReferenceEquals(known.Keys, keys)
        && CryptographicOperations.FixedTimeEquals(MemoryMarshal.AsBytes(key), MemoryMarshal.AsBytes(known.Key.AsSpan()))
            ? known.Holder
            : null;

    /// <param name="key">A right one.</param>
    /// <param name="holder">Whose it is.</param>
    /// <param name="keys">Those that it is right among.</param>
    public void Keep(ReadOnlySpan<char> key, KeyHolder holder, object keys) => _known = new(key.ToArray(), holder, keys);

    private sealed record Known(char[] Key, KeyHolder Holder, object Keys);
}
