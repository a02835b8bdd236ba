using System.IO.Pipelines;
using DroneDelivery.Gateway.Keys;
using Microsoft.AspNetCore.Http.Features;

namespace DroneDelivery.Gateway.Usage;

/// <summary>
/// One request that is counted when its answer has ended. It stands before the answer's body, since most answers come in chunks
/// and nothing else says how long they were.
/// </summary>
internal sealed class CountedRequest(HttpContext context, string route, UsageRecorder recorder, IHttpResponseBodyFeature inner)
    : IHttpResponseBodyFeature
{
    private static readonly Func<object, Task> EndOfCounted = static state => ((CountedRequest)state).End();

    private readonly long _startedAt = recorder.Timestamp;
    private CountedStream? _stream;
    private CountedWriter? _writer;

    public long BytesIn { get; set; }

    public long BytesOut { get; set; }

    public Stream Stream => _stream ??= new CountedStream(inner.Stream, this);

    public PipeWriter Writer => _writer ??= new CountedWriter(inner.Writer, this);

    /// <summary>
    /// Counts by a callback of the server, which runs after exception handlers outside of this have given the answer its status,
    /// and costs no state machine.
    /// </summary>
    public static void Begin(HttpContext context, string route, UsageRecorder recorder)
    {
        var features = context.Features;
        var request = new CountedRequest(context, route, recorder, features.GetRequiredFeature<IHttpResponseBodyFeature>());
        features.Set<IHttpResponseBodyFeature>(request);
        if (features.Get<IHttpRequestBodyDetectionFeature>() is { CanHaveBody: true })
        {
            context.Request.Body = new CountedStream(context.Request.Body, request);
        }

        context.Response.OnCompleted(EndOfCounted, request);
    }

    public Task CompleteAsync() => inner.CompleteAsync();

    public void DisableBuffering() => inner.DisableBuffering();

    public Task SendFileAsync(string path, long offset, long? count, CancellationToken cancellationToken = default)
    {
        BytesOut += count ?? (new FileInfo(path).Length - offset);
        return inner.SendFileAsync(path, offset, count, cancellationToken);
    }

    public Task StartAsync(CancellationToken cancellationToken = default) => inner.StartAsync(cancellationToken);

    private Task End()
    {
        // The server sets this status itself, but only where the answer had not begun.
        var status = context.RequestAborted.IsCancellationRequested
            ? StatusCodes.Status499ClientClosedRequest
            : context.Response.StatusCode;
        recorder.Count(Caller.Of(context), route, status, this, _startedAt);
        return Task.CompletedTask;
    }
}
