using System.Net;

namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>
/// Keeps other web sites out. A site that lets its own name resolve to 127.0.0.1 (DNS rebinding) is known by the Host that its
/// requests carry, and a site that asks across origins by the Origin.
/// </summary>
internal static class LoopbackGuard
{
    /// <summary>Why the request is refused; null where it may pass.</summary>
    public static string? FindRefusal(HttpRequest request)
    {
        if (!IsLoopback(request.Host.Host))
        {
            return $"The host is '{request.Host}'; only 127.0.0.1, [::1] and localhost are served.";
        }

        var origin = request.Headers.Origin.ToString();
        return origin.Length == 0 || origin.Equals($"{request.Scheme}://{request.Host}", StringComparison.OrdinalIgnoreCase)
            ? null
            : $"The origin is '{origin}'; only pages of this server may ask.";
    }

    private static bool IsLoopback(string host) =>
        host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        || (IPAddress.TryParse(host, out var address) && IPAddress.IsLoopback(address));
}
