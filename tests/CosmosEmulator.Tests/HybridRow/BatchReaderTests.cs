using System.Buffers.Binary;
using System.Text;
using DroneDelivery.CosmosEmulator.Batches;
using DroneDelivery.CosmosEmulator.HybridRow;

namespace DroneDelivery.CosmosEmulator.Tests.HybridRow;

public sealed class BatchReaderTests
{
    private const int RecordLengthAt = RowFormat.SegmentLength + 5;

    [Fact]
    public void Body_ThatTheSdkSent_IsRead()
    {
        Assert.True(BatchReader.TryRead(BatchBody.Recorded, out var operations, out var fault), fault);

        var operation = Assert.Single(operations);
        Assert.Equal(BatchOperationKind.Create, operation.Kind);
        Assert.Null(operation.PartitionKey);
        Assert.Equal("", operation.Id);
        Assert.Equal("""{"id":"b1","ownerId":"o7"}""", Encoding.UTF8.GetString(operation.Body.Span));
    }

    [Fact]
    public void Body_CutAnywhere_IsRefused() => Assert.All(
        Enumerable.Range(0, BatchBody.Recorded.Length),
        length => Assert.False(BatchReader.TryRead(BatchBody.Recorded.AsMemory(0, length), out _, out _)));

    [Fact]
    public void Body_WithABitChanged_IsRefused() => Assert.All(Enumerable.Range(0, 8 * BatchBody.Recorded.Length), bit =>
    {
        var body = BatchBody.Recorded.ToArray();
        body[bit / 8] ^= (byte)(1 << (bit % 8));

        Assert.False(BatchReader.TryRead(body, out _, out var fault));
        Assert.NotEmpty(fault);
    });

    /// <summary>With checksums that are right, so that the rows themselves are read.</summary>
    [Fact]
    public void Row_ChangedAtRandom_IsReadOrRefused()
    {
        var random = new Random(7);
        var row = BatchBody.Recorded.AsSpan(RowFormat.SegmentLength + 13).ToArray();
        for (var number = 0; number < 20_000; number++)
        {
            var changed = row.AsSpan(0, random.Next(row.Length + 1)).ToArray();
            for (var change = random.Next(4); change > 0 && changed.Length > 0; change--)
            {
                changed[random.Next(changed.Length)] = (byte)random.Next(256);
            }

            var body = BatchBody.CreateWithRow(writer => Array.ForEach(changed, writer.WriteByte));

            Assert.Equal(BatchReader.TryRead(body, out var operations, out var fault), fault is null);
            Assert.Equal(operations is null, fault is not null);
        }
    }

    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(42)]
    [InlineData(40)]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void Record_OfAnotherLengthThanItHas_IsRefused(int length)
    {
        var body = BatchBody.Recorded.ToArray();
        BinaryPrimitives.WriteInt32LittleEndian(body.AsSpan(RecordLengthAt), length);

        Assert.False(BatchReader.TryRead(body, out _, out var fault));
        Assert.StartsWith("The body of the batch is malformed: ", fault);
    }

    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(9)]
    [InlineData(int.MinValue)]
    public void Segment_OfAnotherLengthThanItHas_IsRefused(int length)
    {
        var body = BatchBody.Recorded.ToArray();
        BinaryPrimitives.WriteInt32LittleEndian(body.AsSpan(RowFormat.SegmentLength - sizeof(int)), length);

        Assert.False(BatchReader.TryRead(body, out _, out _));
    }

    [Theory]
    [InlineData(26u, true)]
    [InlineData(27u, false)]
    [InlineData(uint.MaxValue, false)]
    public void Document_LongerThanItsRow_IsRefused(uint length, bool isRead)
    {
        var body = BatchBody.CreateWithRow(row =>
        {
            WriteColumns(row, kind: 0, resourceType: 2);
            row.WriteNumber(length);
            Array.ForEach(new byte[26], row.WriteByte);
        });

        Assert.Equal(isRead, BatchReader.TryRead(body, out _, out _));
    }

    [Theory]
    [InlineData(3, 2, "unknown")]
    [InlineData(0, 1, "unknown")]
    [InlineData(4, 2, "no id")]
    public void Operation_ThatMakesNoSense_IsRefused(int kind, int resourceType, string reason)
    {
        var body = BatchBody.CreateWithRow(row =>
        {
            WriteColumns(row, kind, resourceType);
            row.WriteNumber(0);
        });

        Assert.False(BatchReader.TryRead(body, out _, out var fault));
        Assert.Contains(reason, fault);
    }

    [Fact]
    public void Field_ThatIsThereTwice_IsRefused()
    {
        var body = BatchBody.CreateWithRow(row =>
        {
            WriteColumns(row, kind: 0, resourceType: 2);
            row.WriteNumber(0);
            row.WriteField(RowFormat.True, 12);
            row.WriteField(RowFormat.True, 12);
        });

        Assert.False(BatchReader.TryRead(body, out _, out var fault));
        Assert.Contains("twice", fault);
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(1, true)]
    [InlineData(100, true)]
    [InlineData(101, false)]
    public void Batch_HasFromOneToAHundredOperations(int count, bool isRead)
    {
        var body = BatchBody.Create(Enumerable.Range(0, count).Select(number => BatchBody.Upsert("o7", $"d{number}")));

        Assert.Equal(isRead, BatchReader.TryRead(body, out var operations, out var fault));
        Assert.Equal(isRead ? count : 0, operations?.Count ?? 0);
        Assert.NotEqual(isRead, fault?.StartsWith("Batch request has ", StringComparison.Ordinal) ?? false);
    }

    // A document is all that may follow.
    private static void WriteColumns(RowWriter row, int kind, int resourceType)
    {
        row.WriteHeader(RowFormat.BatchOperation);
        row.WriteByte(0x43);
        row.WriteInt32(kind);
        row.WriteInt32(resourceType);
    }
}
