using System.Text.RegularExpressions;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>What to do about a run of which no request succeeded, where the cause is plain.</summary>
internal static partial class FailureHint
{
    /// <summary>Null where it is not.</summary>
    public static string? ForReport(HttpReport report) =>
        report.Errors.Keys.Select(reason => ForReason(reason, report.Protocol)).FirstOrDefault(hint => hint is not null);

    /// <param name="reason">In journeys the name of the call comes before it.</param>
    private static string? ForReason(string reason, HttpProtocol protocol) =>
        reason.EndsWith(nameof(HttpRequestError.SecureConnectionError), StringComparison.Ordinal)
            ? "No TLS there, or a certificate that is not trusted: try http://, or --insecure."
        : protocol == HttpProtocol.Http2 && reason.EndsWith(nameof(HttpRequestError.HttpProtocolError), StringComparison.Ordinal)
            ? "The port seems to speak HTTP/1.1 only: try without --http2."
        : Redirect().IsMatch(reason) ? "Redirects are not followed: name the address that they lead to."
        : null;

    [GeneratedRegex(@"\bHTTP 3\d\d$")]
    private static partial Regex Redirect();
}
