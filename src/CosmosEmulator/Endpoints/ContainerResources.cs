using System.Globalization;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>The headers <c>x-ms-resource-quota</c> and <c>x-ms-resource-usage</c> of a container.</summary>
internal static class ContainerResources
{
    private const long BytesPerKilobyte = 1024;
    private const long KilobytesPerMegabyte = 1024;

    /// <summary>What a physical partition of the service can hold: 50 GB.</summary>
    private const long KilobytesPerPartition = 50 * 1024 * KilobytesPerMegabyte;

    public static (string Quota, string Usage) Read(Container container)
    {
        var (documents, documentBytes, indexBytes) = container.Size;
        var quota = container.Partitions.Count * KilobytesPerPartition;
        return (
            Format(quota, -1, quota),
            Format(ToKilobytes(documentBytes), documents, ToKilobytes(documentBytes + indexBytes)));
    }

    private static long ToKilobytes(long bytes) => (bytes + BytesPerKilobyte - 1) / BytesPerKilobyte;

    /// <param name="documents">KB of documents.</param>
    /// <param name="all">KB of documents and indexes.</param>
    private static string Format(long documents, long count, long all) => string.Create(
        CultureInfo.InvariantCulture,
        $"documentSize={documents / KilobytesPerMegabyte};documentsSize={documents};documentsCount={count};collectionSize={all};");
}
