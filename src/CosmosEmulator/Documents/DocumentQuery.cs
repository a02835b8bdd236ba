using System.Buffers;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// A query over one partition's documents: what the index finds, of that what lies in the range of keys, and of that what passes
/// the rest of the filter. No program means all documents.
/// </summary>
internal sealed class DocumentQuery(QueryProgram? program, EpkRange range, IndexLookup? partitionKey)
{
    // Rows beyond this many bytes go to the next page, as in the service.
    private const int LargestPage = 4 * 1024 * 1024;
    private const int ScanBatch = 512;
    private readonly IReadOnlyList<IndexLookup> _lookups =
        [.. program?.Indexed.Lookups ?? [], .. partitionKey is null ? Array.Empty<IndexLookup>() : [partitionKey]];

    // The JSON of one document at a time, for filter and projection.
    private readonly ArrayBufferWriter<byte>? _json = program is { NeedsJson: true } ? new ArrayBufferWriter<byte>() : null;

    /// <exception cref="OperationCanceledException">The client left.</exception>
    public async ValueTask<DocumentPage> ReadPageAsync(
        DocumentStore documents, long afterNumber, int limit, CancellationToken cancellationToken)
    {
        var page = new DocumentPage(program is { IsWholeDocument: false } ? program : null, afterNumber);
        if (program?.Indexed.MatchesNothing == true || limit == 0)
        {
            return page;
        }

        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            // One more than asked for, to know whether the page is the last.
            var rowsLeft = program is null or { Indexed.IsWholeFilter: true } ? limit - page.Count : int.MaxValue;
            var wanted = Math.Min(rowsLeft, ScanBatch) + 1;
            var batch = await documents.ReadAsync(_lookups, page.LastNumber, wanted, cancellationToken);
            foreach (var document in batch)
            {
                if (page.Count == limit || page.ReturnedBytes >= LargestPage)
                {
                    page.HasMore = true;
                    return page;
                }

                Take(document, page);
            }

            if (batch.Count < wanted)
            {
                return page;
            }

            // Requests that wait for the thread come first.
            await Task.Yield();
        }
    }

    private void Take(in StoredDocument document, DocumentPage page)
    {
        if (!range.Contains(document.Key))
        {
            page.Pass(document);
            return;
        }

        page.Load(document);
        _json?.ResetWrittenCount();
        if (_json is not null)
        {
            document.WriteTo(_json);
        }

        var json = _json?.WrittenMemory ?? default;
        if (program?.MatchesResidual(json) != false)
        {
            page.Add(document, json);
        }
    }
}
