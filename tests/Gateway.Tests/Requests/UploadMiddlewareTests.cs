using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Requests;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Tests.Requests;

public sealed class UploadMiddlewareTests
{
    private const int Length = 100_000;

    [Fact(Timeout = 300_000)]
    public async Task Body_Large_ItsBufferGrowsOnTheThreadPool()
    {
        using var services = new ServiceCollection().AddMetrics().BuildServiceProvider();
        var options = Options.Create(new RequestOptions());
        using var body = new SocketBody(Length);
        var context = new DefaultHttpContext { Request = { Method = HttpMethods.Post, Body = body } };
        context.Features.Set<IHttpRequestBodyDetectionFeature>(new HasBody());
        context.SetEndpoint(new Endpoint(null, new(new RequiredBackends(RequestPriority.High, "delivery")), null));
        byte[]? received = null;
        var upload = new UploadMiddleware(
            next =>
            {
                received = ((MemoryStream)next.Request.Body).ToArray();
                return Task.CompletedTask;
            },
            new UploadMemory(options, services.GetRequiredService<IMeterFactory>()),
            options,
            TimeProvider.System);

        await upload.InvokeAsync(context);

        Assert.Equal(Enumerable.Range(0, Length).Select(i => (byte)i), received);
        Assert.Equal(
            [(4_096, false), (8_192, false), (16_384, false), (32_768, true), (65_536, true), (131_072, true)],
            body.ReadsAfterGrowth.Select(read => (read.Size, read.IsOnThreadPool)));
    }

    private sealed class HasBody : IHttpRequestBodyDetectionFeature
    {
        public bool CanHaveBody => true;
    }

    /// <summary>A body whose reads end, with the code that awaits them, on a thread that is not of the pool.</summary>
    private sealed class SocketBody : Stream
    {
        private readonly BlockingCollection<Action> _completions = [];
        private readonly Thread _socketThread;
        private readonly long _length;
        private int _read;
        private int _size;

        public SocketBody(long length)
        {
            _length = length;
            _socketThread = new Thread(() =>
            {
                foreach (var complete in _completions.GetConsumingEnumerable())
                {
                    complete();
                }
            })
            {
                IsBackground = true,
            };
            _socketThread.Start();
        }

        /// <summary>The first read into each buffer: the size of the buffer, and where the reader ran.</summary>
        public List<(int Size, bool IsOnThreadPool)> ReadsAfterGrowth { get; } = [];

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (_read + buffer.Length > _size)
            {
                _size = _read + buffer.Length;
                ReadsAfterGrowth.Add((_size, _read > 0 && Thread.CurrentThread.IsThreadPoolThread));
            }

            var count = (int)Math.Min(Math.Min(buffer.Length, 5_000), _length - _read);
            for (var i = 0; i < count; i++)
            {
                buffer.Span[i] = (byte)(_read + i);
            }

            _read += count;
            // Without RunContinuationsAsynchronously, as a socket's reads end when they are completed inline.
            var end = new TaskCompletionSource<int>();
            _completions.Add(() => end.SetResult(count), cancellationToken);
            return new(end.Task);
        }

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override void Flush() => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        protected override void Dispose(bool disposing)
        {
            _completions.CompleteAdding();
            base.Dispose(disposing);
        }
    }
}
