namespace DroneDelivery.Gateway.Requests;

/// <summary>
/// The path of a request as it was sent. Between client, gateway and backend it is decoded, cleaned and encoded several times; it
/// stays one path only if nothing in it changes its segments when that happens once more.
/// </summary>
internal static class RequestTarget
{
    private const string NotUtf8 = "The path must be UTF-8, with two digits after each per cent sign.";

    /// <summary>A sentence that says what is wrong with the path, or null.</summary>
    /// <param name="target">As on the request line; what follows the question mark is not the path's.</param>
    /// <param name="decoded">As the server understood it: a per cent sign in it is one that it could not decode.</param>
    public static string? FindFault(ReadOnlySpan<char> target, ReadOnlySpan<char> decoded) =>
        FindFault(target) ?? (decoded.Contains('%') ? NotUtf8 : null);

    private static string? FindFault(ReadOnlySpan<char> target)
    {
        var path = target.IndexOf('?') is >= 0 and var end ? target[..end] : target;
        if (path.IndexOfAny('%', '\\') < 0)
        {
            return FaultOfSegments(path);
        }

        if (path.Contains('\\'))
        {
            return "The path must have no backslash.";
        }

        for (var i = path.IndexOf('%'); i < path.Length; i++)
        {
            if (path[i] == '%' && FaultOfEscape(path[i..]) is { } fault)
            {
                return fault;
            }
        }

        return FaultOfSegments(path);
    }

    // What is left of "//evil" or "/a//b" depends on who joins the segments; "/../" is cleaned away by whoever sees it first.
    private static string? FaultOfSegments(ReadOnlySpan<char> path)
    {
        var origin = path.StartsWith('/') ? path : PathOfAbsolute(path);
        return origin.Contains("//", StringComparison.Ordinal) ? "The path must have no empty segment."
            : origin.Contains("/..", StringComparison.Ordinal) ? "The path must not climb."
            : null;
    }

    // "http://host/path": the server has compared the host with the header.
    private static ReadOnlySpan<char> PathOfAbsolute(ReadOnlySpan<char> target) =>
        target.IndexOf("://", StringComparison.Ordinal) is >= 0 and var scheme ? target[(scheme + 3)..] : target;

    // The server refuses an escape without two hexadecimal digits, or leaves it as it is; then it is refused here.
    private static string? FaultOfEscape(ReadOnlySpan<char> escape) =>
        escape.Length <= 2 || !char.IsAsciiHexDigit(escape[1]) || !char.IsAsciiHexDigit(escape[2]) ? NotUtf8
        : (char)Convert.FromHexString(escape.Slice(1, 2))[0] is >= ' ' and not ('\x7F' or '/' or '\\' or '.' or '%') ? null
        : "The path must have no encoded slash, backslash, dot, per cent sign or control character.";
}
