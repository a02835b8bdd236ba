using System.Buffers;
using System.IO.Pipelines;

namespace DroneDelivery.CosmosEmulator.Protocol;

/// <summary>Reads whole bodies without a copy where they lie in one piece.</summary>
internal static class RequestBody
{
    /// <summary>More than the largest document, so that one too large is refused by name.</summary>
    public const int Largest = 8 * 1024 * 1024;

    /// <summary>
    /// The body, still in the reader's memory, or null when it is too large. The caller advances the reader past it.
    /// </summary>
    public static async ValueTask<ReadOnlySequence<byte>?> ReadAsync(PipeReader reader, CancellationToken cancellationToken)
    {
        while (true)
        {
            var result = await reader.ReadAsync(cancellationToken);
            if (result.IsCompleted)
            {
                return result.Buffer;
            }

            if (result.Buffer.Length > Largest)
            {
                reader.AdvanceTo(result.Buffer.End);
                return null;
            }

            reader.AdvanceTo(result.Buffer.Start, result.Buffer.End);
        }
    }

    public static ReadOnlyMemory<byte> ToMemory(in ReadOnlySequence<byte> body) =>
        body.IsSingleSegment ? body.First : body.ToArray();
}
