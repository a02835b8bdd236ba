using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Primitives;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Removes the API key from the headers and the query string of a request, so that it is not logged, traced or forwarded.
/// </summary>
internal static class KeyInRequest
{
    public const string Header = "X-Api-Key";
    public const string Parameter = "api_key";

    private const string Scheme = "Bearer ";

    /// <summary>
    /// Removes all keys and returns the key. Empty if the request has no key, more than one, or one in a query that is not
    /// accepted there.
    /// </summary>
    public static ReadOnlySpan<char> Take(HttpRequest request, bool acceptsQuery)
    {
        ReadOnlySpan<char> key = [];
        var count = 0;
        if (request.Headers.TryGetValue(Header, out var values))
        {
            request.Headers.Remove(Header);
            key = values[0];
            count = values.Count;
        }

        var authorization = request.Headers.Authorization;
        if (BearerKeyIn(authorization) is { IsEmpty: false } bearer)
        {
            request.Headers.Remove(nameof(request.Headers.Authorization));
            key = bearer;
            count += authorization.Count;
        }

        if (QueryWithoutKey.From(request.QueryString.Value) is { } query)
        {
            Replace(request, query.Rest);
            key = acceptsQuery ? query.Key : [];
            count += query.Count;
        }

        return count == 1 ? key : [];
    }

    // Bearer tokens that are not API keys are forwarded to the backends.
    private static ReadOnlySpan<char> BearerKeyIn(StringValues authorization)
    {
        foreach (var value in authorization)
        {
            if (value.AsSpan().StartsWith(Scheme, StringComparison.OrdinalIgnoreCase)
                && value.AsSpan(Scheme.Length).Trim() is var token
                && token.StartsWith(ApiKey.Prefix, StringComparison.Ordinal))
            {
                return token;
            }
        }

        return [];
    }

    private static void Replace(HttpRequest request, string query)
    {
        request.QueryString = new QueryString(query);
        if (request.HttpContext.Features.Get<IHttpRequestFeature>() is { } feature)
        {
            var end = feature.RawTarget.IndexOf('?', StringComparison.Ordinal);
            feature.RawTarget = end < 0 ? feature.RawTarget : $"{feature.RawTarget.AsSpan(0, end)}{query}";
        }
    }
}
