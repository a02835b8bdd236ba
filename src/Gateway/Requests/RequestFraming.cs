namespace DroneDelivery.Gateway.Requests;

/// <summary>Checks the headers that determine the length of a body, where the server does not check them.</summary>
/// <remarks>
/// RFC 9112, 6.1 and 6.3. The server itself refuses values of Content-Length that differ, and a Transfer-Encoding whose last
/// encoding is not chunked.
/// </remarks>
internal static class RequestFraming
{
    // The header to which the server moves the Content-Length of a request that also has Transfer-Encoding.
    private const string MovedContentLength = "X-Content-Length";

    /// <summary>Returns a sentence that describes the error, or null.</summary>
    public static string? FindFault(IHeaderDictionary headers)
    {
        if (headers.TransferEncoding is not { Count: > 0 } encoding)
        {
            return null;
        }

        return headers.ContainsKey(MovedContentLength) ? "A request has Content-Length or Transfer-Encoding, not both."
            : encoding.Count == 1 && string.Equals(encoding[0], "chunked", StringComparison.OrdinalIgnoreCase) ? null
            : "The only Transfer-Encoding is chunked.";
    }
}
