using System.Globalization;
using DroneDelivery.CosmosEmulator.PartitionKeys;

namespace DroneDelivery.CosmosEmulator.Protocol;

/// <summary>One request with its whole body, good until the response is written.</summary>
internal sealed class CosmosRequest(HttpRequest http, ResourcePath path, ReadOnlyMemory<byte> body)
{
    private const int DefaultPageSize = 1_000;

    public string Method => http.Method;

    public ResourcePath Path { get; } = path;

    /// <summary>Scheme, host and port as the client sees them.</summary>
    public string Origin => $"{http.Scheme}://{http.Host}";

    public ReadOnlyMemory<byte> Body { get; } = body;

    /// <summary>Cancelled when the client leaves.</summary>
    public CancellationToken Aborted => http.HttpContext.RequestAborted;

    /// <summary>The full partition key that the call is counted for; set by the endpoint that read it.</summary>
    public LogicalKey? LogicalKey { get; set; }

    /// <summary>A header's value; null when it is absent or empty.</summary>
    public string? Header(string name) =>
        http.Headers.TryGetValue(name, out var value) && value.ToString() is { Length: > 0 } text ? text : null;

    /// <summary>The SDK writes True; other clients write true.</summary>
    public bool HeaderIsTrue(string name) => string.Equals(Header(name), "true", StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether the client wants the results of writes without the documents.</summary>
    public bool IsMinimal => Header(CosmosHeaders.Prefer) == "return=minimal";

    /// <summary>The page size: -1 and none mean that the server decides.</summary>
    public int MaxItemCount =>
        int.TryParse(Header(CosmosHeaders.MaxItemCount), NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count > 0
            ? count
            : DefaultPageSize;
}
