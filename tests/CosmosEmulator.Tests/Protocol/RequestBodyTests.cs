using System.Buffers;
using System.IO.Pipelines;
using DroneDelivery.CosmosEmulator.Protocol;

namespace DroneDelivery.CosmosEmulator.Tests.Protocol;

public sealed class RequestBodyTests
{
    private readonly Pipe _pipe = new(new PipeOptions(pauseWriterThreshold: 0));

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact(Timeout = 60_000)]
    public async Task Read_SeveralPieces_IsTheWholeBody()
    {
        var bytes = Enumerable.Range(0, 100_000).Select(number => (byte)number).ToArray();
        var reading = RequestBody.ReadAsync(_pipe.Reader, Cancelled);
        foreach (var piece in bytes.Chunk(30_000))
        {
            Assert.False(reading.IsCompleted);
            await _pipe.Writer.WriteAsync(piece, Cancelled);
        }

        await _pipe.Writer.CompleteAsync();

        Assert.Equal(bytes, RequestBody.ToMemory((await reading).GetValueOrDefault()).ToArray());
    }

    [Fact]
    public void ToMemory_OnePiece_IsNotCopied()
    {
        var bytes = new byte[10];

        Assert.True(RequestBody.ToMemory(new ReadOnlySequence<byte>(bytes)).Span == bytes);
    }

    [Theory(Timeout = 60_000)]
    [InlineData(0, true)]
    [InlineData(1, false)]
    public async Task Read_MoreThanTheLargest_IsRefusedBeforeItsEnd(int more, bool waits)
    {
        await _pipe.Writer.WriteAsync(new byte[RequestBody.Largest + more], Cancelled);

        var reading = RequestBody.ReadAsync(_pipe.Reader, Cancelled);

        Assert.Equal(waits, !reading.IsCompleted);
        await _pipe.Writer.CompleteAsync();
        Assert.Equal(waits ? RequestBody.Largest : null, (await reading)?.Length);
    }
}
