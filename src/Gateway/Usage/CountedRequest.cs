using System.IO.Pipelines;
using DroneDelivery.Gateway.Keys;
using Microsoft.AspNetCore.Http.Features;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.Usage;

/// <summary>
/// Counts one request when its response has ended. It wraps the body of the response to count its bytes, because most responses
/// are chunked and do not state their length.
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

    /// <summary>Whether a flush of the response's pipe had to wait until the client reads.</summary>
    public bool HasWaitedForClient { get; set; }

    /// <summary>The handling of the request by the rest of the pipeline; null if it has not returned.</summary>
    public Task? Handling { get; set; }

    public Stream Stream => _stream ??= new CountedStream(inner.Stream, this);

    public PipeWriter Writer => _writer ??= new CountedWriter(inner.Writer, this);

    /// <summary>
    /// Registers a callback that counts the request. The server runs it after exception handlers outside of this middleware have
    /// set the status of the response. Unlike an await, a callback needs no state machine.
    /// </summary>
    public static CountedRequest Begin(HttpContext context, string route, UsageRecorder recorder)
    {
        var features = context.Features;
        var request = new CountedRequest(context, route, recorder, features.GetRequiredFeature<IHttpResponseBodyFeature>());
        features.Set<IHttpResponseBodyFeature>(request);
        if (features.Get<IHttpRequestBodyDetectionFeature>() is { CanHaveBody: true })
        {
            context.Request.Body = new CountedStream(context.Request.Body, request);
        }

        context.Response.OnCompleted(EndOfCounted, request);
        return request;
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
        var isCut = context.RequestAborted.IsCancellationRequested && !IsComplete(context.Response);
        var status = isCut ? StatusCodes.Status499ClientClosedRequest : context.Response.StatusCode;
        if (ReferenceEquals(inner.Stream, Stream.Null))
        {
            // HEAD: the body is written, but not sent.
            BytesOut = 0;
        }

        recorder.Count(Caller.FromContext(context), route, status, this, _startedAt);
        return Task.CompletedTask;
    }

    // A client that has received all bytes may disconnect before the server has ended the response. A response without a length is
    // complete when the request was handled without an exception and, if it was forwarded, without an error of the proxy. When the
    // client disconnects, the serializer of JSON ends without an exception, or writes what the server ignores: then a response that
    // had to wait for the client is not complete. A client that reads slowly and disconnects at the end may be counted as 499 too.
    private bool IsComplete(HttpResponse response) => response.HasStarted && (response.ContentLength is { } length
        ? BytesOut >= length
        : Handling is { IsCompletedSuccessfully: true } && !HasWaitedForClient
            && context.Features.Get<IForwarderErrorFeature>() is null);
}
