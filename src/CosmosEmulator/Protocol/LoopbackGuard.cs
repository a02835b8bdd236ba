using System.Net;

namespace DroneDelivery.CosmosEmulator.Protocol;

/// <summary>
/// Refuses requests of other web sites, for every server that a developer runs on 127.0.0.1: the emulator, and the lab, which
/// compiles this file. The Host header shows DNS rebinding, where the name of a site resolves to 127.0.0.1. The Origin header
/// shows a cross-origin request.
/// </summary>
internal static class LoopbackGuard
{
    /// <summary>The reason why the request is refused; null if it is allowed.</summary>
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
