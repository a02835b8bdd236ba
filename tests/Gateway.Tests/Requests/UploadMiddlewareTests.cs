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
    [Fact(Timeout = 300_000)]
    public async Task Body_Large_ItsBufferGrowsOnTheThreadPool()
    {
        using var services = new ServiceCollection().AddMetrics().BuildServiceProvider();
        var options = Options.Create(new RequestOptions());
        byte[] content = [.. Enumerable.Range(0, 100_000).Select(number => (byte)number)];
        using var body = new SocketBody(content);
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

        Assert.Equal(content, received);
        Assert.Equal(
            [(4_096, false), (8_192, false), (16_384, false), (32_768, true), (65_536, true), (131_072, true)],
            body.ReadsAfterGrowth.Select(read => (read.Size, read.IsOnThreadPool)));
    }

    private sealed class HasBody : IHttpRequestBodyDetectionFeature
    {
        public bool CanHaveBody => true;
    }

    /// <summary>A body whose reads end, with the code that awaits them, on a thread that is not of the pool.</summary>
    private sealed class SocketBody : MemoryStream
    {
        private readonly BlockingCollection<Action> _completions = [];
        private long _size;

        public SocketBody(byte[] content)
            : base(content)
        {
            var socketThread = new Thread(() =>
            {
                foreach (var complete in _completions.GetConsumingEnumerable())
                {
                    complete();
                }
            })
            {
                IsBackground = true,
            };
            socketThread.Start();
        }

        /// <summary>The first read into each buffer: the size of the buffer, and where the reader ran.</summary>
        public List<(long Size, bool IsOnThreadPool)> ReadsAfterGrowth { get; } = [];

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (Position + buffer.Length > _size)
            {
                _size = Position + buffer.Length;
                ReadsAfterGrowth.Add((_size, Position > 0 && Thread.CurrentThread.IsThreadPoolThread));
            }

            var count = Read(buffer.Span[..Math.Min(buffer.Length, 5_000)]);
            // Without RunContinuationsAsynchronously, as a socket's reads end when they are completed inline.
            var end = new TaskCompletionSource<int>();
            _completions.Add(() => end.SetResult(count), cancellationToken);
            return new(end.Task);
        }

        protected override void Dispose(bool disposing)
        {
            _completions.CompleteAdding();
            base.Dispose(disposing);
        }
    }
}
