using System.Buffers.Binary;
using System.Globalization;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>
/// A position in the change feed. On the wire it is an ETag, which is opaque to clients. All partitions of a container number
/// their writes together, so the ETag of a partition is valid for those that take its place.
/// </summary>
/// <param name="AfterSequence">The number of a write.</param>
/// <param name="AfterSeconds">Only later writes count; seconds of the Unix clock. Not a part of the ETag.</param>
internal readonly record struct ChangeFeedPosition(long AfterSequence, long AfterSeconds = long.MinValue)
{
    private const string Now = "*";

    /// <summary>
    /// Where a request starts; null if a header is not valid, for the reason in <paramref name="fault"/>. An ETag takes
    /// precedence over a start time.
    /// </summary>
    public static ChangeFeedPosition? Read(CosmosRequest request, QueryTarget target, out string? fault)
    {
        fault = null;
        if (request.Header("If-None-Match") is { } etag)
        {
            return etag == Now
                ? new ChangeFeedPosition(target.Partition.Documents.LastWrite)
                : Parse(etag, target.Container, out fault);
        }

        if (request.Header("If-Modified-Since") is not { } date)
        {
            return new ChangeFeedPosition(AfterSequence: 0);
        }

        if (DateTimeOffset.TryParseExact(date, "r", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time))
        {
            return new ChangeFeedPosition(AfterSequence: 0, time.ToUnixTimeSeconds());
        }

        fault = $"If-Modified-Since '{date}' is not a date such as 'Thu, 01 Jan 2026 00:00:00 GMT'.";
        return null;
    }

    /// <summary>With its quotes.</summary>
    public string ToETag(Container container) =>
        $"\"{Continuation.At(SourceOf(container), new PagePosition { Number = AfterSequence }).ToToken()}\"";

    private static ChangeFeedPosition? Parse(string etag, Container container, out string? fault)
    {
        if (Continuation.TryRead(etag.Trim('"'), out var continuation) && continuation.Source == SourceOf(container))
        {
            fault = null;
            return new ChangeFeedPosition(continuation.Position.Number);
        }

        fault = $"The ETag {etag} is not of this container's change feed since the start of the emulator.";
        return null;
    }

    // Writes are numbered again after a restart, when a container may have the RID of another.
    private static ulong SourceOf(Container container) =>
        BinaryPrimitives.ReadUInt64LittleEndian(container.RidBytes) ^ (ulong)container.Partitions[0].Documents.Epoch;
}
