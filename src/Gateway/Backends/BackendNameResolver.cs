using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using Microsoft.Extensions.Primitives;
using Yarp.ReverseProxy.Configuration;
using Yarp.ReverseProxy.ServiceDiscovery;

namespace DroneDelivery.Gateway.Backends;

/// <summary>Resolves a host name to its IP addresses.</summary>
/// <exception cref="SocketException">The name cannot be resolved.</exception>
internal delegate Task<IPAddress[]> HostNameLookup(string host, CancellationToken cancellationToken);

/// <summary>
/// Replaces each destination with a <c>dns+http</c> address by one for each IP address of its host, and resolves the host again
/// every <see cref="BackendOptions.DnsInterval"/>. A host that cannot be resolved keeps its last addresses, or has none.
/// </summary>
internal sealed class BackendNameResolver(
    HostNameLookup lookup, BackendClusters clusters, TimeProvider time, ILogger<BackendNameResolver> logger)
    : IDestinationResolver
{
    private readonly ConcurrentDictionary<string, Found> _last = new(StringComparer.OrdinalIgnoreCase);

    public async ValueTask<ResolvedDestinationCollection> ResolveDestinationsAsync(
        IReadOnlyDictionary<string, DestinationConfig> destinations, CancellationToken cancellationToken)
    {
        var resolved = new Dictionary<string, DestinationConfig>();
        var hasNames = false;
        foreach (var (id, destination) in destinations)
        {
            if (BackendAddress.Parse(destination.Address) is not { IsResolved: true, Uri: var uri })
            {
                resolved[id] = destination;
                continue;
            }

            hasNames = true;
            foreach (var address in await FindAddressesAsync(uri.Host, cancellationToken))
            {
                var target = new UriBuilder(uri) { Host = address.ToString() }.Uri;
                resolved[$"{id}/{address}"] = destination with { Address = target.ToString() };
            }
        }

        return new ResolvedDestinationCollection(resolved, hasNames ? ChangeAfter(clusters.DnsInterval) : null);
    }

    private async Task<IPAddress[]> FindAddressesAsync(string host, CancellationToken cancellationToken)
    {
        var known = _last.GetValueOrDefault(host, Found.Nothing);
        try
        {
            var found = await lookup(host, cancellationToken);
            if (!found.ToHashSet().SetEquals(known.Addresses))
            {
                Log.BackendAddressesChanged(logger, host, string.Join(", ", found.AsEnumerable()));
            }

            _last[host] = new Found(found, HasFailed: false);
            return found;
        }
        catch (SocketException exception)
        {
            if (!known.HasFailed)
            {
                Log.BackendNameWasNotResolved(logger, host, known.Addresses.Length, exception.Message);
            }

            _last[host] = known with { HasFailed = true };
            return known.Addresses;
        }
    }

    // The source has no resources but its timer, which it releases when it fires.
    private CancellationChangeToken ChangeAfter(TimeSpan interval) =>
        new(new CancellationTokenSource(interval, time).Token);

    /// <param name="HasFailed">Whether the last lookup failed; only the first failure is logged.</param>
    private sealed record Found(IPAddress[] Addresses, bool HasFailed)
    {
        public static readonly Found Nothing = new([], HasFailed: false);
    }
}
