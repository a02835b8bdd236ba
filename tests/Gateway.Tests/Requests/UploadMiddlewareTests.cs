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

        await body.RunOnSocketThreadAsync(() => upload.InvokeAsync(context));

        Assert.Equal(content, received);
        Assert.Equal(
            [(4_096, false), (8_192, false), (16_384, false), (32_768, true), (65_536, true), (131_072, true)],
            body.ReadsAfterGrowth.Select(read => (read.Size, read.IsOnThreadPool)));
    }

    private sealed class HasBody : IHttpRequestBodyDetectionFeature
    {
        public bool CanHaveBody => true;
    }

    /// <summary>
    /// A body whose reads end, with the code that awaits them, on a thread that is not of the pool. That thread ends a read only
    /// after its own code has returned, so that what it runs does not depend on which of two threads is faster.
    /// </summary>
    private sealed class SocketBody : MemoryStream
    {
        private readonly BlockingCollection<Action> _work = [];
        private long _size;

        public SocketBody(byte[] content)
            : base(content)
        {
            var socketThread = new Thread(() =>
            {
                foreach (var act in _work.GetConsumingEnumerable())
                {
                    act();
                }
            })
            {
                IsBackground = true,
            };
            socketThread.Start();
        }

        /// <summary>The first read into each buffer: the size of the buffer, and where the reader ran.</summary>
        public List<(long Size, bool IsOnThreadPool)> ReadsAfterGrowth { get; } = [];

        public Task RunOnSocketThreadAsync(Func<Task> act)
        {
            var started = new TaskCompletionSource<Task>(TaskCreationOptions.RunContinuationsAsynchronously);
            _work.Add(() => started.SetResult(act()));
            return started.Task.Unwrap();
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (Position + buffer.Length > _size)
            {
                _size = Position + buffer.Length;
                ReadsAfterGrowth.Add((_size, Thread.CurrentThread.IsThreadPoolThread));
            }

            var count = Read(buffer.Span[..Math.Min(buffer.Length, 5_000)]);
            // Without RunContinuationsAsynchronously, as a socket's reads end when they are completed inline.
            var end = new TaskCompletionSource<int>();
            _work.Add(() => end.SetResult(count), cancellationToken);
            return new(end.Task);
        }

        protected override void Dispose(bool disposing)
        {
            _work.CompleteAdding();
            base.Dispose(disposing);
        }
    }
}
