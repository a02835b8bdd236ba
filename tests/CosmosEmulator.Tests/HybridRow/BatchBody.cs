using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Batches;
using DroneDelivery.CosmosEmulator.HybridRow;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.HybridRow;

/// <summary>Bodies of requests with batches, and the results in the bodies of their responses.</summary>
internal static class BatchBody
{
    /// <summary>One that the SDK sent: it creates the item b1 of the owner o7.</summary>
    public static byte[] Recorded { get; } =
    [
        .. Convert.FromHexString("81F0D8FF7F010A00000081F1D8FF7F290000000DE2D972817054E17F4300000000020000001A"),
        .. """{"id":"b1","ownerId":"o7"}"""u8,
    ];

    public static byte[] Create(params IEnumerable<BatchOperation> operations)
    {
        var body = new RowWriter();
        var row = new RowWriter();
        body.WriteSegment();
        foreach (var operation in operations)
        {
            row.Reset();
            WriteOperation(row, operation);
            body.WriteRecord(row.Written.Span);
        }

        return body.Written.ToArray();
    }

    /// <summary>The same in JSON.</summary>
    public static byte[] CreateJson(params IEnumerable<BatchOperation> operations)
    {
        var body = new List<byte>();
        foreach (var operation in operations)
        {
            var names = new { operationType = $"{operation.Kind}", operation.PartitionKey, operation.Id };
            body.AddRange(body.Count == 0 ? "["u8 : ","u8);
            body.AddRange(JsonSerializer.SerializeToUtf8Bytes(names, JsonSerializerOptions.Web).AsSpan()[..^1]);
            body.AddRange(operation.Body.IsEmpty ? [] : ",\"resourceBody\":"u8);
            body.AddRange([.. operation.Body.Span, (byte)'}']);
        }

        return [.. body, (byte)']'];
    }

    /// <summary>The body with one row, which may be wrong.</summary>
    public static byte[] CreateWithRow(Action<RowWriter> write)
    {
        var body = new RowWriter();
        var row = new RowWriter();
        body.WriteSegment();
        write(row);
        body.WriteRecord(row.Written.Span);
        return body.Written.ToArray();
    }

    public static BatchOperation Upsert(string owner, string id) => new(
        BatchOperationKind.Upsert,
        $"[\"{owner}\"]",
        "",
        Encoding.UTF8.GetBytes($$"""{"id":"{{id}}","ownerId":"{{owner}}"}"""));

    public static BatchOperation Patch(string owner, string id, string patch) =>
        new(BatchOperationKind.Patch, $"[\"{owner}\"]", id, Encoding.UTF8.GetBytes(patch));

    /// <summary>The status and the substatus of each result.</summary>
    public static async Task<List<(int Status, int SubStatus)>> ReadResultsAsync(HttpResponseMessage response)
    {
        var rows = new RowReader(await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken));
        rows.Take(RowFormat.SegmentLength);
        var results = new List<(int Status, int SubStatus)>();
        while (!rows.IsAtEnd)
        {
            rows.ReadHeader(RowFormat.Record);
            var length = rows.ReadInt32();
            _ = rows.ReadUnsigned(sizeof(uint));
            var row = new RowReader(rows.Take(length));
            row.ReadHeader(RowFormat.BatchResult);
            _ = row.ReadByte();
            results.Add((row.ReadInt32(), row.ReadInt32()));
        }

        Assert.Null(rows.Fault);
        return results;
    }

    private static void WriteOperation(RowWriter row, BatchOperation operation)
    {
        var (key, id, body) = (operation.PartitionKey, operation.Id, operation.Body);
        row.WriteHeader(RowFormat.BatchOperation);
        row.WriteByte((byte)(3 | (key is null ? 0 : 4) | (id.Length == 0 ? 0 : 16) | (body.IsEmpty ? 0 : 64)));
        row.WriteInt32((int)operation.Kind);
        row.WriteInt32(2);
        if (key is not null)
        {
            row.WriteText(key);
        }

        if (id.Length > 0)
        {
            row.WriteText(id);
        }

        if (!body.IsEmpty)
        {
            row.WriteJson(new JsonText(body));
        }
    }
}
