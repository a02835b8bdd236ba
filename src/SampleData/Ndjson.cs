using System.Buffers;
using System.Text.Json;

namespace DroneDelivery.SampleData;

/// <summary>Writes documents, one per line, in large chunks.</summary>
internal static class Ndjson
{
    private const int FlushBytes = 128 * 1024;

    public static async Task WriteAsync<T>(
        IEnumerable<T> items, Action<Utf8JsonWriter, T> write, Stream stream, CancellationToken cancellationToken)
    {
        var buffer = new ArrayBufferWriter<byte>(FlushBytes * 2);
        using var writer = new Utf8JsonWriter(buffer);
        foreach (var item in items)
        {
            write(writer, item);
            writer.Flush();
            writer.Reset();
            buffer.Write("\n"u8);
            if (buffer.WrittenCount >= FlushBytes)
            {
                await stream.WriteAsync(buffer.WrittenMemory, cancellationToken);
                buffer.ResetWrittenCount();
            }
        }

        await stream.WriteAsync(buffer.WrittenMemory, cancellationToken);
    }
}
