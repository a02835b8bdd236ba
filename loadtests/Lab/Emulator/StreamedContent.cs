using System.Net;
using System.Net.Http.Headers;

namespace DroneDelivery.LoadTests.Lab.Emulator;

/// <summary>A request body that is written while it is sent, so that 200 MB of documents are never held in memory.</summary>
internal sealed class StreamedContent : HttpContent
{
    private readonly Func<Stream, CancellationToken, Task> _write;

    public StreamedContent(Func<Stream, CancellationToken, Task> write)
    {
        _write = write;
        Headers.ContentType = new MediaTypeHeaderValue("application/x-ndjson");
    }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    protected override Task SerializeToStreamAsync(
        Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
        _write(stream, cancellationToken);

    protected override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }
}
