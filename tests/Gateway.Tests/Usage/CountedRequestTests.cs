using System.IO.Pipelines;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Usage;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Tests.Usage;

/// <summary>The ways in which the body of a response can be written, and the key that a request is counted under.</summary>
public sealed class CountedRequestTests : IDisposable
{
    private readonly MemoryStream _sent = new();
    private readonly UsageLedger _ledger = new();
    private readonly ManualTimeProvider _time = new();
    private readonly CountedRequest _request;

    public CountedRequestTests() => _request = new CountedRequest(
        new DefaultHttpContext(), "/a", CreateRecorder(KeyOptions.Off), new StreamResponseBodyFeature(_sent));

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Stream_WrittenInEveryWay_BytesAreCountedAndSent()
    {
        _request.Stream.Write([0, 1, 2, 3], 1, 3);
        await _request.Stream.WriteAsync([0, 4, 5], 1, 2, Cancellation);
        await _request.Stream.WriteAsync(new byte[] { 6 }, Cancellation);

        Assert.Equal(6, _request.BytesOut);
        Assert.Equal([1, 2, 3, 4, 5, 6], _sent.ToArray());
    }

    [Fact]
    public async Task Writer_WrittenInEveryWay_BytesAreCountedAndSent()
    {
        await _request.Writer.WriteAsync(new byte[] { 1, 2, 3 }, Cancellation);
        new byte[] { 4, 5 }.CopyTo(_request.Writer.GetSpan(2));
        _request.Writer.Advance(2);
        await _request.Writer.FlushAsync(Cancellation);

        Assert.Equal(5, _request.BytesOut);
        Assert.Equal([1, 2, 3, 4, 5], _sent.ToArray());
        Assert.False(_request.HasWaitedForClient);
    }

    [Fact]
    public void StreamAndWriter_AskedForAgain_AreTheSame()
    {
        Assert.Same(_request.Stream, _request.Stream);
        Assert.Same(_request.Writer, _request.Writer);
    }

    [Fact(Timeout = 300_000)]
    public async Task Writer_WriteThatWaits_IsRemembered()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 1, resumeWriterThreshold: 1));

        var write = new CountedWriter(pipe.Writer, _request).WriteAsync(new byte[] { 1 }, Cancellation).AsTask();

        Assert.True(_request.HasWaitedForClient);
        pipe.Reader.AdvanceTo((await pipe.Reader.ReadAsync(Cancellation)).Buffer.End);
        await write;
    }

    [Fact(Timeout = 300_000)]
    public async Task Writer_FlushesThatWait_AreRememberedHoweverManyThereAre()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 1, resumeWriterThreshold: 1));
        var writer = new CountedWriter(pipe.Writer, _request);

        for (var i = 0; i < 2; i++)
        {
            writer.GetSpan(1)[0] = 1;
            writer.Advance(1);
            var flush = writer.FlushAsync(Cancellation).AsTask();
            Assert.False(flush.IsCompleted);
            Assert.True(_request.HasWaitedForClient);
            pipe.Reader.AdvanceTo((await pipe.Reader.ReadAsync(Cancellation)).Buffer.End);
            await flush;
        }

        await writer.FlushAsync(Cancellation);
        Assert.True(_request.HasWaitedForClient);
    }

    [Theory]
    [InlineData(0, null, 10)]
    [InlineData(4, null, 6)]
    [InlineData(4, 3L, 3)]
    public async Task SendFile_WholeOrPart_BytesThatAreSentAreCounted(long offset, long? count, long expected)
    {
        using var file = new UsageFile();
        await File.WriteAllBytesAsync(file.Path, new byte[10], Cancellation);

        await _request.SendFileAsync(file.Path, offset, count, Cancellation);
        await _request.SendFileAsync(file.Path, offset, count, Cancellation);

        Assert.Equal((2 * expected, 2 * expected), (_request.BytesOut, _sent.Length));
    }

    [Theory]
    [InlineData(KeyOptions.Off, "anonymous")]
    [InlineData(KeyOptions.Required, "none")]
    public void Count_WithoutCaller_IsUnderTheNameForTheMode(string keys, string expected)
    {
        CreateRecorder(keys).Count(caller: null, "/a", 401, _request, _time.GetTimestamp());

        Assert.Equal(new UsageKey(expected, "/a", 401), Assert.Single(_ledger.Take()).Key);
    }

    [Theory]
    [InlineData(KeyOptions.Off)]
    [InlineData(KeyOptions.Required)]
    public void Count_WithCaller_HasItsKeyItsBytesAndTheTimeSinceTheStart(string keys)
    {
        var start = _time.GetTimestamp();
        (_request.BytesIn, _request.BytesOut) = (3, 5);
        _time.Advance(TimeSpan.FromMilliseconds(40));

        CreateRecorder(keys).Count(Caller.Anonymous with { KeyId = "k1" }, "/a", 200, _request, start);

        var (key, figures) = Assert.Single(_ledger.Take());
        Assert.Equal(new UsageKey("k1", "/a", 200), key);
        Assert.Equal((1, 3, 5, 40_000), (figures.Requests, figures.BytesIn, figures.BytesOut, figures.Microseconds));
    }

    public void Dispose() => _sent.Dispose();

    private UsageRecorder CreateRecorder(string keys) => new(_ledger, Options.Create(new KeyOptions { Mode = keys }), _time);
}
