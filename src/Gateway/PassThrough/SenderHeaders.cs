using System.Collections.Frozen;
using System.Net.Http.Headers;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>
/// The headers that state where a request comes from, what was requested, and who sent it. Backends trust these headers, so the
/// values that a client sends are not forwarded.
/// </summary>
internal static class SenderHeaders
{
    private static readonly FrozenSet<string> All = FrozenSet.Create(
        StringComparer.OrdinalIgnoreCase,
        ForwardedCaller.OwnersHeader,
        ForwardedCaller.HolderHeader,
        "Forwarded",
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "X-Forwarded-Port",
        "X-Forwarded-Prefix",
        "X-Forwarded-Proto",
        "X-Forwarded-Scheme",
        "X-Forwarded-Server",
        "X-Forwarded-Ssl",
        "X-Original-Host",
        "X-Original-URL",
        "X-Real-IP",
        "X-Rewrite-URL");

    /// <summary>Removes these headers, which were copied from the client, and adds the gateway's own.</summary>
    public static void Replace(HttpRequestHeaders headers, HttpRequest request)
    {
        Remove(headers);
        Add(headers, "X-Forwarded-For", request.HttpContext.Connection.RemoteIpAddress?.ToString());
        Add(headers, "X-Forwarded-Host", request.Host.HasValue ? request.Host.ToUriComponent() : null);
        Add(headers, "X-Forwarded-Proto", request.Scheme);
        if (Caller.FromContext(request.HttpContext) is { } caller)
        {
            Add(headers, ForwardedCaller.OwnersHeader, caller.Owners.Text);
            Add(headers, ForwardedCaller.HolderHeader, caller.Name);
        }
    }

    // Most requests have none of these headers. Enumerating the headers of a request is faster than looking up each of these.
    private static void Remove(HttpRequestHeaders headers)
    {
        List<string>? found = null;
        foreach (var (name, _) in headers.NonValidated)
        {
            if (All.Contains(name))
            {
                (found ??= []).Add(name);
            }
        }

        found?.ForEach(name => headers.Remove(name));
    }

    private static void Add(HttpRequestHeaders headers, string name, string? value)
    {
        if (!string.IsNullOrEmpty(value))
        {
            headers.TryAddWithoutValidation(name, value);
        }
    }
}
