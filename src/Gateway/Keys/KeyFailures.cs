using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Counts the requests without a valid key by client address and minute, so that guesses are bounded. Addresses of IPv6 count
/// together by their first 64 bits, which one client usually has.
/// </summary>
internal sealed class KeyFailures(IOptions<KeyOptions> options, TimeProvider time)
{
    // Bounds the memory. The addresses beyond it are not counted until the next minute.
    private const int MaxAddresses = 100_000;

    private volatile Minute? _minute;

    public int SecondsToNextMinute => 60 - (int)(time.GetUtcNow().ToUnixTimeSeconds() % 60);

    /// <summary>Whether more keys of the client are not compared in this minute.</summary>
    public bool AreTooMany(HttpContext context) =>
        _minute is { } minute
        && minute.Number == Now
        && AddressOf(context) is { } address
        && minute.Failures.GetValueOrDefault(address) >= options.Value.MaxFailuresPerMinute;

    public void Count(HttpContext context)
    {
        if (options.Value.MaxFailuresPerMinute == 0 || AddressOf(context) is not { } address)
        {
            return;
        }

        var (minute, now) = (_minute, Now);
        if (minute?.Number != now)
        {
            _minute = minute = new Minute(now);
        }

        if (minute.Failures.Count < MaxAddresses || minute.Failures.ContainsKey(address))
        {
            minute.Failures.AddOrUpdate(address, 1, (_, count) => count + 1);
        }
    }

    private long Now => time.GetUtcNow().ToUnixTimeSeconds() / 60;

    private static IPAddress? AddressOf(HttpContext context)
    {
        var address = context.Connection.RemoteIpAddress;
        if (address is null or { AddressFamily: not AddressFamily.InterNetworkV6 } or { IsIPv4MappedToIPv6: true })
        {
            return address;
        }

        var bytes = address.GetAddressBytes();
        bytes.AsSpan(8).Clear();
        return new IPAddress(bytes);
    }

    private sealed record Minute(long Number)
    {
        public ConcurrentDictionary<IPAddress, int> Failures { get; } = new();
    }
}
