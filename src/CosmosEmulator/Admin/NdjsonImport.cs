using System.Buffers;
using System.IO.Pipelines;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Endpoints;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Admin;

/// <summary>
/// Puts documents into a container while they arrive, one on each line. A document that is there already is replaced.
/// </summary>
internal sealed class NdjsonImport(Container container)
{
    // Of the lines in the buffer, which their members lie in.
    private readonly List<DocumentDraft> _drafts = [];
    private long _line;

    public long Documents { get; private set; }

    /// <summary>Null when all lines were taken, else what is wrong with a line or its document; those before it stay.</summary>
    public async Task<string?> RunAsync(PipeReader reader, CancellationToken cancellationToken)
    {
        while (true)
        {
            var result = await reader.ReadAsync(cancellationToken);
            var buffer = result.Buffer;
            var fault = ReadLines(ref buffer, result.IsCompleted);
            foreach (var draft in _drafts)
            {
                // An upsert fails only because of a unique key.
                if (!(await container.UpsertAsync(draft)).Succeeded)
                {
                    fault = $"The document '{draft.Id}' has the values of another one for a unique key.";
                    break;
                }

                Documents++;
            }

            _drafts.Clear();
            reader.AdvanceTo(buffer.Start, buffer.End);
            if (fault is not null || result.IsCompleted)
            {
                return fault;
            }
        }
    }

    private string? ReadLines(ref ReadOnlySequence<byte> buffer, bool isEnd)
    {
        var lines = new SequenceReader<byte>(buffer);
        while (lines.TryReadTo(out ReadOnlySequence<byte> line, (byte)'\n'))
        {
            if (Read(line) is { } fault)
            {
                return fault;
            }
        }

        // A line that is too long is not waited for.
        var last = isEnd || lines.Remaining > ItemBody.MaxBytes ? Read(lines.UnreadSequence) : null;
        buffer = isEnd ? buffer.Slice(buffer.End) : lines.UnreadSequence;
        return last;
    }

    private string? Read(in ReadOnlySequence<byte> line)
    {
        _line++;
        if (line.Length > ItemBody.MaxBytes)
        {
            return $"Line {_line}: it is longer than the {ItemBody.MaxBytes} bytes that an item may have.";
        }

        var json = line.IsSingleSegment ? line.First : line.ToArray();
        if (json.Span.Trim(" \t\r"u8).IsEmpty)
        {
            return null;
        }

        if (!container.Reader.TryRead(json, out var draft, out var fault))
        {
            return $"Line {_line}: {fault}";
        }

        _drafts.Add(draft);
        return null;
    }
}
