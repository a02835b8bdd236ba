namespace DroneDelivery.Gateway.Requests;

/// <summary>
/// Checks the path of a request as it was sent. Between client, gateway and backend, a path is decoded, normalized and encoded
/// several times. Only paths whose segments do not change by this are allowed.
/// </summary>
internal static class RequestTarget
{
    private const string NotUtf8 = "The path must be UTF-8, with two digits after each per cent sign.";

    /// <summary>Returns a sentence that describes the error in the path, or null.</summary>
    /// <param name="target">The target in the request line. The part after the question mark is ignored.</param>
    /// <param name="decoded">The path as decoded by the server. A per cent sign in it is one that could not be decoded.</param>
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

    // How "//evil" and "/a//b" are interpreted depends on the program that joins the segments. The first program that normalizes
    // the path removes "/../".
    private static string? FaultOfSegments(ReadOnlySpan<char> path)
    {
        var origin = path.StartsWith('/') ? path : PathOfAbsolute(path);
        return origin.Contains("//", StringComparison.Ordinal) ? "The path must have no empty segment."
            : origin.Contains("/..", StringComparison.Ordinal) ? "The path must not climb."
            : null;
    }

    // For "http://host/path", the server has already compared the host with the Host header.
    private static ReadOnlySpan<char> PathOfAbsolute(ReadOnlySpan<char> target) =>
        target.IndexOf("://", StringComparison.Ordinal) is >= 0 and var scheme ? target[(scheme + 3)..] : target;

    // The server refuses an escape without two hexadecimal digits, or leaves it unchanged; in that case it is refused here.
    private static string? FaultOfEscape(ReadOnlySpan<char> escape) =>
        escape.Length <= 2 || !char.IsAsciiHexDigit(escape[1]) || !char.IsAsciiHexDigit(escape[2]) ? NotUtf8
        : (char)Convert.FromHexString(escape.Slice(1, 2))[0] is >= ' ' and not ('\x7F' or '/' or '\\' or '.' or '%') ? null
        : "The path must have no encoded slash, backslash, dot, per cent sign or control character.";
}
