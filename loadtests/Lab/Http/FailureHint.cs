namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>A hint for a run in which no request succeeded.</summary>
internal static partial class FailureHint
{
    /// <summary>Null when the reasons of the failures do not show the cause.</summary>
    public static string? ForReport(HttpReport report) =>
        report.Errors.Keys.Select(reason => ForReason(reason, report.Protocol)).FirstOrDefault(hint => hint is not null);

    /// <param name="reason">In a journey it starts with the name of the call.</param>
    private static string? ForReason(string reason, HttpProtocol protocol) =>
        reason.EndsWith(nameof(HttpRequestError.SecureConnectionError), StringComparison.Ordinal)
            ? "No TLS there, or a certificate that is not trusted: try http://, or --insecure."
        : protocol == HttpProtocol.Http2 && reason.EndsWith(nameof(HttpRequestError.HttpProtocolError), StringComparison.Ordinal)
            ? "The port seems to speak HTTP/1.1 only: try without --http2."
        : Redirect().IsMatch(reason) ? "Redirects are not followed: use the address that they lead to."
        : null;

    [GeneratedRegex(@"\bHTTP 3\d\d$")]
    private static partial Regex Redirect();
}
