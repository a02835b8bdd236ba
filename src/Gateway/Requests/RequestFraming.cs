namespace DroneDelivery.Gateway.Requests;

/// <summary>Where a body ends, as far as the server leaves it open.</summary>
/// <remarks>RFC 9112, 6.1 and 6.3: the server refuses lengths that differ and encodings whose last is not chunked.</remarks>
internal static class RequestFraming
{
    // The name under which the server keeps a length beside chunks.
    private const string LengthBesideChunks = "X-Content-Length";

    /// <summary>A sentence that says what is wrong, or null.</summary>
    public static string? FindFault(IHeaderDictionary headers)
    {
        if (headers.TransferEncoding is not { Count: > 0 } encoding)
        {
            return null;
        }

        return headers.ContainsKey(LengthBesideChunks) ? "A request has Content-Length or Transfer-Encoding, not both."
            : encoding.Count == 1 && string.Equals(encoding[0], "chunked", StringComparison.OrdinalIgnoreCase) ? null
            : "The only Transfer-Encoding is chunked.";
    }
}
