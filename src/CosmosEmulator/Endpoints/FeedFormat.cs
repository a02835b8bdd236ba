using DroneDelivery.CosmosEmulator.Protocol;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>
/// The format that a client demands for a page. One that only says which formats it can read is answered in text, which all can.
/// </summary>
internal static class FeedFormat
{
    private const string Text = "JsonText";
    private static readonly string[] Others = ["CosmosBinary", "HybridRow"];

    /// <summary>Why the page cannot be in the format; null if it can.</summary>
    public static string? FindFault(CosmosRequest request) =>
        request.Header(CosmosHeaders.ContentSerializationFormat) is not { } format || Is(format, Text) ? null
        : Others.Any(other => Is(format, other)) ? $"An answer in the format {format} is not supported by this emulator."
        : $"{CosmosHeaders.ContentSerializationFormat} '{format}' is not {Text}, {string.Join(" or ", Others)}.";

    private static bool Is(string format, string other) => string.Equals(format, other, StringComparison.OrdinalIgnoreCase);
}
