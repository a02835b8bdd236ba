using System.Net.Http.Headers;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>
/// The headers that say where a request comes from and what was asked for. Whoever reads them trusts them, so that a client's own
/// must not reach a backend.
/// </summary>
internal static class SenderHeaders
{
    private static readonly string[] All =
    [
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Port", "X-Forwarded-Prefix", "X-Forwarded-Proto",
        "X-Forwarded-Scheme", "X-Forwarded-Server", "X-Forwarded-Ssl", "X-Original-Host", "X-Original-URL", "X-Real-IP",
        "X-Rewrite-URL",
    ];

    public static void RemoveFrom(IHeaderDictionary headers)
    {
        foreach (var name in All)
        {
            headers.Remove(name);
        }
    }

    /// <summary>Says it as the gateway sees it.</summary>
    public static void AddTo(HttpRequestHeaders headers, HttpRequest request)
    {
        Add(headers, "X-Forwarded-For", request.HttpContext.Connection.RemoteIpAddress?.ToString());
        Add(headers, "X-Forwarded-Host", request.Host.HasValue ? request.Host.ToUriComponent() : null);
        Add(headers, "X-Forwarded-Proto", request.Scheme);
    }

    private static void Add(HttpRequestHeaders headers, string name, string? value)
    {
        if (!string.IsNullOrEmpty(value))
        {
            headers.TryAddWithoutValidation(name, value);
        }
    }
}
