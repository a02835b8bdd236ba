using Microsoft.Net.Http.Headers;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// Determines whether and for how long a response may be cached, from its headers (RFC 9111, sections 3 and 5.2.2) and the
/// policy of its route.
/// </summary>
internal static class AnswerRules
{
    /// <summary>
    /// Whether the response may be sent to every request with the same cache key: it is not private, and does not depend on a
    /// header of the client's request.
    /// </summary>
    public static bool IsShareable(IHeaderDictionary headers) =>
        headers.SetCookie.Count == 0
        && !(ControlOf(headers) is { } control && (control.Private || control.NoStore || control.NoCache))
        && headers.Vary.All(string.IsNullOrWhiteSpace);

    /// <summary>
    /// Returns the policy's time for the status, or the <c>s-maxage</c> or <c>max-age</c> of the response if that is shorter. It
    /// is zero for a status that is not cached.
    /// </summary>
    public static TimeSpan TimeToLive(int status, IHeaderDictionary headers, CacheTimes times)
    {
        var allowed = status switch
        {
            StatusCodes.Status200OK => times.TimeToLive,
            StatusCodes.Status404NotFound => times.NotFound,
            _ => TimeSpan.Zero,
        };
        var control = ControlOf(headers);
        var said = control?.SharedMaxAge ?? control?.MaxAge ?? TimeSpan.MaxValue;
        return said < allowed ? said : allowed;
    }

    /// <summary>Whether a stale response is preferred: the backend failed or was overloaded.</summary>
    public static bool IsFailure(int status) =>
        status is StatusCodes.Status429TooManyRequests or >= StatusCodes.Status500InternalServerError;

    /// <summary>
    /// Whether a header is stored with its response. Headers that apply only to one connection or one message are not stored.
    /// </summary>
    public static bool IsKept(string header) => !Passing.Contains(header);

    private static readonly HashSet<string> Passing = new(StringComparer.OrdinalIgnoreCase)
    {
        HeaderNames.Age,
        HeaderNames.Connection,
        HeaderNames.ContentLength,
        HeaderNames.Date,
        HeaderNames.KeepAlive,
        HeaderNames.ProxyAuthenticate,
        HeaderNames.ProxyConnection,
        HeaderNames.Server,
        HeaderNames.TE,
        HeaderNames.Trailer,
        HeaderNames.TransferEncoding,
        HeaderNames.Upgrade,
        "X-Cache",
    };

    // A Cache-Control header that cannot be parsed is treated as no-store.
    private static CacheControlHeaderValue? ControlOf(IHeaderDictionary headers)
    {
        var text = headers.CacheControl;
        if (text.Count == 0)
        {
            return null;
        }

        return CacheControlHeaderValue.TryParse(text.ToString(), out var control)
            ? control
            : new CacheControlHeaderValue { NoStore = true };
    }
}
