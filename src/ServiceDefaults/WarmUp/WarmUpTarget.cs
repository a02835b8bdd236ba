using System.Net;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;

namespace DroneDelivery.ServiceDefaults.WarmUp;

/// <summary>The requests that warm a service up. They must only read.</summary>
/// <param name="Http1">Absolute addresses for HTTP/1.1.</param>
/// <param name="Http2">Absolute addresses for HTTP/2 without TLS; empty if the service has no such port.</param>
public sealed record WarmUpTarget(IReadOnlyList<Uri> Http1, IReadOnlyList<Uri> Http2) : IAsyncDisposable
{
    /// <summary>The maximum number of requests, if they cost something, such as request units.</summary>
    public int MaxRequests { get; init; } = int.MaxValue;

    /// <summary>Headers of each request, with their values.</summary>
    public IReadOnlyDictionary<string, string> Headers { get; init; } = new Dictionary<string, string>();

    /// <summary>The servers that were started for the requests.</summary>
    public IReadOnlyList<IAsyncDisposable> Servers { get; init; } = [];

    /// <param name="server">It listens for HTTP/1.1 first, then for HTTP/2.</param>
    /// <param name="paths">Paths with their queries.</param>
    public static WarmUpTarget OnPortsOf(IServer server, IReadOnlyList<string> paths)
    {
        var addresses = server.Features.Get<IServerAddressesFeature>()?.Addresses.Take(2).Select(Loopback).ToList() ?? [];
        return new WarmUpTarget(At(0), At(1));

        List<Uri> At(int port) => port < addresses.Count ? [.. paths.Select(path => new Uri(addresses[port], path))] : [];
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var server in Servers)
        {
            await server.DisposeAsync();
        }
    }

    // 0.0.0.0 and [::] stand for all addresses of the machine; not every system connects to them.
    private static Uri Loopback(string address)
    {
        var uri = new UriBuilder(address);
        if (IPAddress.TryParse(uri.Host, out var ip) && (ip.Equals(IPAddress.Any) || ip.Equals(IPAddress.IPv6Any)))
        {
            uri.Host = IPAddress.Loopback.ToString();
        }

        return uri.Uri;
    }
}

/// <summary>Finds the target when the service listens. It may wait for data that the service reads at its start.</summary>
public delegate Task<WarmUpTarget> FindWarmUpTarget(IServiceProvider services, CancellationToken cancellationToken);
