using System.Globalization;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>What a container can hold and what it holds, as the headers of a response say it.</summary>
/// <param name="Quota">Of <c>x-ms-resource-quota</c>, in KB.</param>
/// <param name="Usage">Of <c>x-ms-resource-usage</c>, in KB.</param>
internal sealed record ContainerUsage(string Quota, string Usage)
{
    private const long BytesPerKilobyte = 1024;
    private const long KilobytesPerMegabyte = 1024;

    /// <summary>What a physical partition of the service can hold: 50 GB.</summary>
    private const long KilobytesPerPartition = 50 * 1024 * KilobytesPerMegabyte;

    public static ContainerUsage Read(Container container)
    {
        var (documents, documentBytes, indexBytes) = container.Size;
        var quota = container.Partitions.Count * KilobytesPerPartition;
        return new(
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
