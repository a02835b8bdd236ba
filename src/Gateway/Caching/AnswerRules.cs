using Microsoft.Net.Http.Headers;

namespace DroneDelivery.Gateway.Caching;

/// <summary>What may become of an answer, by its own headers (RFC 9111, sections 3 and 5.2.2) and its route's policy.</summary>
internal static class AnswerRules
{
    /// <summary>
    /// Whether it may answer every request with the same cache key: it is not private, and depends on no header of the client.
    /// </summary>
    public static bool IsShareable(IHeaderDictionary headers) =>
        headers.SetCookie.Count == 0
        && !(ControlOf(headers) is { } control && (control.Private || control.NoStore || control.NoCache))
        && headers.Vary.All(string.IsNullOrWhiteSpace);

    /// <summary>The policy's time, or less where the backend says less.</summary>
    public static TimeSpan TimeToLive(IHeaderDictionary headers, CachePolicy policy)
    {
        var control = ControlOf(headers);
        var said = control?.SharedMaxAge ?? control?.MaxAge ?? TimeSpan.MaxValue;
        return said < policy.Times.TimeToLive ? said : policy.Times.TimeToLive;
    }

    /// <summary>Whether an older answer is better: the backend failed, or had too much to do.</summary>
    public static bool IsFailure(int status) =>
        status is StatusCodes.Status429TooManyRequests or >= StatusCodes.Status500InternalServerError;

    /// <summary>Whether a header of an answer is kept with it: not those of one connection or moment.</summary>
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

    // One that cannot be read is taken for the strictest.
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
