using System.IO.Pipelines;
using DroneDelivery.Gateway.Caching;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace DroneDelivery.Gateway.Tests.Caching;

public sealed class CachedAnswerTests
{
    private const int Threshold = 64 * 1024;

    private readonly byte[] _body = [.. Enumerable.Range(0, 1_000_000).Select(i => (byte)(i % 251))];

    [Fact]
    public async Task LargeAnswer_ClientDoesNotRead_IsNotCopiedAsAWhole()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: Threshold));

        var sending = SendAsync(pipe);

        Assert.False(sending.IsCompleted);
        Assert.True(pipe.Reader.TryRead(out var read));
        Assert.InRange(read.Buffer.Length, 1, 2 * Threshold);
        await pipe.Reader.CompleteAsync();
        await sending;
    }

    [Fact]
    public async Task LargeAnswer_ClientReads_GetsTheWhole()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: Threshold));
        using var received = new MemoryStream();

        var sending = SendAndCompleteAsync(pipe);
        await pipe.Reader.CopyToAsync(received, TestContext.Current.CancellationToken);
        await sending;

        Assert.Equal(_body, received.ToArray());
    }

    private async Task SendAndCompleteAsync(Pipe pipe)
    {
        await SendAsync(pipe);
        await pipe.Writer.CompleteAsync();
    }

    private Task SendAsync(Pipe pipe)
    {
        var context = new DefaultHttpContext();
        context.Features.Set<IHttpResponseBodyFeature>(new StreamResponseBodyFeature(pipe.Writer.AsStream()));
        return new CachedAnswer(StatusCodes.Status200OK, [], _body).SendAsync(context, "HIT", age: null);
    }
}
