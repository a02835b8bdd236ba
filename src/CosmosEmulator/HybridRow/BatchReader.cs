using System.Diagnostics.CodeAnalysis;
using System.IO.Hashing;
using DroneDelivery.CosmosEmulator.Batches;
using DroneDelivery.CosmosEmulator.Protocol;

namespace DroneDelivery.CosmosEmulator.HybridRow;

/// <summary>Reads the operations of a batch from the body of a request.</summary>
internal static class BatchReader
{
    private const int DocumentResource = 2;

    // The numbers of the fields after the columns.
    private const long Directive = 8;
    private const long IfMatch = 9;
    private const long IfNoneMatch = 10;
    private const long TimeToLive = 11;
    private const long MinimalReturnPreference = 12;

    [Flags]
    private enum Columns : byte
    {
        Kind = 1,
        ResourceType = 2,
        PartitionKey = 4,
        EffectivePartitionKey = 8,
        Id = 16,
        BinaryId = 32,
        Body = 64,
        Required = Kind | ResourceType,
    }

    /// <summary>The operations in their order, or what is wrong with the body.</summary>
    public static bool TryRead(
        ReadOnlyMemory<byte> body,
        [NotNullWhen(true)] out IReadOnlyList<BatchOperation>? operations,
        [NotNullWhen(false)] out string? fault)
    {
        var rows = new RowReader(body);
        ReadSegment(rows);
        var read = new List<BatchOperation>();
        while (!rows.IsAtEnd && read.Count <= BatchFaults.MaxOperations)
        {
            read.Add(ReadOperation(rows));
        }

        fault = rows.Fault is { } malformed ? BatchFaults.Malformed(malformed) : BatchFaults.FindCountFault(read.Count);
        operations = fault is null ? read : null;
        return operations is not null;
    }

    // Fields may follow, a comment and schemas, which no client sends and which change nothing.
    private static void ReadSegment(RowReader rows)
    {
        rows.ReadHeader(RowFormat.Segment);
        if (rows.ReadByte() != RowFormat.SegmentColumns)
        {
            rows.Fail("the segment has no length");
        }

        rows.Take((long)rows.ReadInt32() - RowFormat.SegmentLength);
    }

    private static ReadOnlyMemory<byte> ReadRecord(RowReader rows)
    {
        rows.ReadHeader(RowFormat.Record);
        var length = rows.ReadInt32();
        var checksum = rows.ReadUnsigned(sizeof(uint));
        var record = rows.Take(length);
        if (Crc32.HashToUInt32(record.Span) != checksum)
        {
            rows.Fail("the checksum of a record is wrong");
        }

        return record;
    }

    private static BatchOperation ReadOperation(RowReader rows)
    {
        var row = new RowReader(ReadRecord(rows));
        var operation = ReadColumns(row);
        operation = ReadFields(row, operation);
        if (row.Fault is { } fault)
        {
            rows.Fail(fault);
        }

        return operation;
    }

    private static BatchOperation ReadColumns(RowReader row)
    {
        row.ReadHeader(RowFormat.BatchOperation);
        var present = (Columns)row.ReadByte();
        var kind = (BatchOperationKind)row.ReadInt32();
        var resourceType = row.ReadInt32();
        if ((present & Columns.Required) != Columns.Required || resourceType != DocumentResource || !Enum.IsDefined(kind))
        {
            row.Fail($"the operation {kind} of the resource type {resourceType} is unknown");
        }

        var partitionKey = present.HasFlag(Columns.PartitionKey) ? row.ReadText() : null;
        _ = present.HasFlag(Columns.EffectivePartitionKey) ? row.ReadBytes() : default;
        var id = present.HasFlag(Columns.Id) ? row.ReadText() : "";
        _ = present.HasFlag(Columns.BinaryId) ? row.ReadBytes() : default;
        var body = present.HasFlag(Columns.Body) ? row.ReadBytes() : default;
        if (BatchFaults.FindIdFault(kind, id) is { } fault)
        {
            row.Fail(fault);
        }

        var isBinary = present.HasFlag(Columns.EffectivePartitionKey) || present.HasFlag(Columns.BinaryId);
        return new BatchOperation(kind, partitionKey, id, body)
        {
            Unsupported = isBinary ? "A batch operation with a binary id or an effective partition key" : null,
        };
    }

    /// <summary>Each field is there once, so that their number has a bound.</summary>
    private static BatchOperation ReadFields(RowReader row, BatchOperation operation)
    {
        var seen = 0L;
        while (!row.IsAtEnd)
        {
            var type = row.ReadByte();
            var field = row.ReadNumber();
            switch (field, type)
            {
                case (Directive, RowFormat.Utf8):
                    var isExcluded = row.ReadText() == IndexingDirectives.Exclude;
                    operation = isExcluded ? operation with { Unsupported = IndexingDirectives.ExcludeFeature } : operation;
                    break;
                case (IfMatch, RowFormat.Utf8):
                    operation = operation with { IfMatch = row.ReadText() };
                    break;
                case (IfNoneMatch, RowFormat.Utf8):
                    operation = operation with { IfNoneMatch = row.ReadText() };
                    break;
                case (TimeToLive, RowFormat.Int32):
                    _ = row.ReadInt32();
                    operation = operation with { Unsupported = "A batch operation with a time to live" };
                    break;
                case (MinimalReturnPreference, RowFormat.True or RowFormat.False):
                    operation = operation with { IsMinimal = type == RowFormat.True };
                    break;
                default:
                    row.Fail($"the field {field} of the type {type} is unknown");
                    break;
            }

            if ((seen & (1L << (int)field)) != 0)
            {
                row.Fail($"the field {field} is there twice");
            }

            seen |= 1L << (int)field;
        }

        return operation;
    }
}
