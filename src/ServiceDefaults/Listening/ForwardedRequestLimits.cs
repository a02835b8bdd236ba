using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace DroneDelivery.ServiceDefaults.Listening;

/// <summary>
/// The limits of a service for the size of a request: it accepts everything that a gateway may forward. Otherwise the server
/// would reset the stream, or close the connection with all requests on it, and the gateway would report a failure of the
/// service.
/// </summary>
public static class ForwardedRequestLimits
{
    /// <summary>The largest limit that a gateway may have for the headers of a request, in KB of 1,024 bytes.</summary>
    public const int MaxHeaderKilobytes = 512;

    /// <summary>The largest limit that a gateway may have for the number of headers.</summary>
    public const int MaxHeaders = 10_000;

    // The request line of a client has up to 8 KB. An escaped character takes three bytes.
    private const int MaxLineBytes = 25 * 1024;

    // The gateway adds the client's address, the owners of the key (50 of up to 100 characters), its holder, and trace headers.
    private const int AddedHeaders = 100;
    private const int AddedBytes = 16 * 1024;

    // HTTP/2 counts 32 bytes more for each header, and the request line as headers (RFC 9113, 6.5.2 and 8.3).
    private const int BytesPerHeader = 32;

    /// <remarks>The server has no limits for a port: these are also those of the service's port for HTTP/1.1.</remarks>
    public static void Apply(KestrelServerLimits limits)
    {
        limits.MaxRequestLineSize = MaxLineBytes;
        limits.MaxRequestHeaderCount = MaxHeaders + AddedHeaders;
        limits.MaxRequestHeadersTotalSize =
            (MaxHeaderKilobytes * 1024) + MaxLineBytes + AddedBytes + (BytesPerHeader * limits.MaxRequestHeaderCount);
        limits.Http2.MaxRequestHeaderFieldSize = limits.MaxRequestHeadersTotalSize;
    }
}
