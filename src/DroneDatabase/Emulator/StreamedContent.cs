using System.Net;

namespace DroneDelivery.DroneDatabase.Emulator;

/// <summary>A request body that is written while it is sent, so that 200 MB of documents are never held in memory.</summary>
internal sealed class StreamedContent(Func<Stream, CancellationToken, Task> write) : HttpContent
{
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    protected override Task SerializeToStreamAsync(
        Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
        write(stream, cancellationToken);

    protected override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }
}
