using System.Net;
using DroneDelivery.CosmosEmulator.Protocol;

namespace DroneDelivery.CosmosEmulator.Admin;

/// <summary>
/// Decides which requests the admin API serves: those of this machine, unless another web site sends them, and any that is signed
/// with the account's key as requests of Cosmos DB are. The well-known key is public and signs nothing here.
/// </summary>
internal sealed class AdminAccess(RequestSignature signature, bool isKeyPublic)
{
    /// <summary>The reason why the request is refused; null if it is allowed.</summary>
    public string? FindRefusal(HttpContext http)
    {
        var request = http.Request;
        if (FindLocalRefusal(http) is not { } refusal)
        {
            return null;
        }

        if (isKeyPublic)
        {
            return $"{refusal} A signature allows other requests only if --key sets a key that is not public.";
        }

        return signature.FindFault(
            request.Headers.Authorization, request.Method, request.Path.Value ?? "", request.Headers[CosmosHeaders.Date]) is { } fault
            ? $"{refusal} {fault}"
            : null;
    }

    // Any client can name a loopback address as its host: only the connection shows where it is. Without a socket there is none.
    private static string? FindLocalRefusal(HttpContext http) =>
        http.Connection.RemoteIpAddress is { } client && !IPAddress.IsLoopback(client)
            ? $"The client is {client}; requests that are not signed are served on this machine only."
            : LoopbackGuard.FindRefusal(http.Request);
}
