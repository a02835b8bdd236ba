using DroneDelivery.CosmosEmulator.Batches;

namespace DroneDelivery.CosmosEmulator.HybridRow;

/// <summary>Writes the results of a batch as the body of a response.</summary>
internal static class BatchWriter
{
    // The numbers of the fields after the columns.
    private const uint RetryAfterMilliseconds = 5;
    private const uint RequestCharge = 6;

    [Flags]
    private enum Columns : byte
    {
        Status = 1,
        SubStatus = 2,
        ETag = 4,
        Body = 8,
    }

    public static ReadOnlyMemory<byte> Write(IReadOnlyList<BatchResult> results)
    {
        var body = new RowWriter();
        var row = new RowWriter();
        body.WriteSegment();
        foreach (var result in results)
        {
            row.Reset();
            WriteResult(row, result);
            body.WriteRecord(row.Written.Span);
        }

        return body.Written;
    }

    private static void WriteResult(RowWriter row, BatchResult result)
    {
        row.WriteHeader(RowFormat.BatchResult);
        row.WriteByte((byte)FindColumns(result));
        row.WriteInt32(result.Status);
        row.WriteInt32(result.SubStatus);
        if (result.ETag is { } etag)
        {
            row.WriteText(etag);
        }

        if (result.Document is { } document)
        {
            row.WriteJson(document);
        }

        if (result.RetryAfter is { } milliseconds)
        {
            row.WriteField(RowFormat.UInt32, RetryAfterMilliseconds);
            row.WriteUInt32((uint)Math.Min(milliseconds, uint.MaxValue));
        }

        row.WriteField(RowFormat.Float64, RequestCharge);
        row.WriteDouble(result.Charge.Value);
    }

    private static Columns FindColumns(BatchResult result) =>
        Columns.Status | Columns.SubStatus
        | (result.ETag is null ? default : Columns.ETag)
        | (result.Document is null ? default : Columns.Body);
}
