using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// A query over one partition's documents: what the index finds, and of that what lies in the range of keys. The page makes rows of
/// it. No program means all documents.
/// </summary>
/// <param name="partitionKey">The lookups of a partition key's values; null for none.</param>
internal sealed class DocumentQuery(
    QueryProgram? program, EpkRange range, IReadOnlyList<IndexLookup>? partitionKey, TimeProvider time)
{
    private const int ScanBatch = 512;
    private readonly IReadOnlyList<IndexLookup> _lookups = [.. program?.Indexed.Lookups ?? [], .. partitionKey ?? []];

    /// <summary>A page of documents that are in no store.</summary>
    /// <param name="documents">Their numbers ascend.</param>
    /// <param name="limit">The most rows of the page.</param>
    /// <exception cref="OperationCanceledException">The client left.</exception>
    public static DocumentPage ReadPage(
        QueryProgram? program,
        IEnumerable<(long Number, ReadOnlyMemory<byte> Json)> documents,
        PagePosition start,
        int limit,
        TimeProvider time,
        CancellationToken cancellationToken)
    {
        var page = CreatePage(program, start, limit, time, cancellationToken);
        foreach (var (number, json) in ReadsNoDocument(program) ? [] : documents)
        {
            // The page evaluates only what no index answers.
            if (number > page.ReadAfter && program?.Matches(json, time, cancellationToken) != false
                && !page.TryAdd(StoredDocument.FromJson(number, json)))
            {
                return page;
            }
        }

        page.Complete();
        return page;
    }

    /// <param name="limit">The most rows of the page.</param>
    /// <exception cref="OperationCanceledException">The client left.</exception>
    public async ValueTask<DocumentPage> ReadPageAsync(
        DocumentStore documents, PagePosition start, int limit, CancellationToken cancellationToken)
    {
        var page = CreatePage(program, start, limit, time, cancellationToken);
        if (ReadsNoDocument(program))
        {
            page.Complete();
            return page;
        }

        // What a lookup finds is sorted; all documents are read in the order of an index, from where the page starts.
        // DISTINCT has to find the results of earlier pages again.
        if (page is SortedPage sorted && _lookups.Count == 0 && program is { IsDistinct: false, OrderPath: { } path })
        {
            await FillInOrderAsync(sorted, path, documents, cancellationToken);
            page.Complete();
        }
        else if (await FillAsync(page, documents, cancellationToken))
        {
            page.Complete();
        }

        return page;
    }

    private async ValueTask FillInOrderAsync(
        SortedPage page, PropertyPath path, DocumentStore documents, CancellationToken cancellationToken)
    {
        var isDescending = program!.OrderBy[0].IsDescending;
        for (var after = page.StartInIndex; ; await Task.Yield())
        {
            cancellationToken.ThrowIfCancellationRequested();
            var wanted = Math.Min(page.RowsWanted, ScanBatch);
            var batch = await documents.ReadInOrderAsync(path, isDescending, after, wanted, cancellationToken);
            foreach (var next in batch)
            {
                if (range.Contains(next.Document.Key) && !page.TryAddInOrder(next))
                {
                    return;
                }
            }

            if (batch.Count < wanted)
            {
                return;
            }

            after = new IndexPosition(batch[^1].Key, batch[^1].Document.Number);
        }
    }

    private static bool ReadsNoDocument(QueryProgram? program) =>
        program is { IsConstant: true } or { Indexed.MatchesNothing: true };

    private static DocumentPage CreatePage(
        QueryProgram? program, PagePosition start, int limit, TimeProvider time, CancellationToken cancellationToken)
    {
        if (program is null)
        {
            return new WholeDocumentPage(null, null, start, limit);
        }

        var row = program.CreateRow(time, cancellationToken);
        return program.IsWholeDocument ? new WholeDocumentPage(program, row, start, limit)
            : program.IsConstant ? new ConstantPage(program, row)
            : program.Grouping is not null ? new GroupedPage(program, row)
            : !program.OrderBy.IsEmpty ? new SortedPage(program, row, start, limit)
            : new StreamedPage(program, row, start, limit);
    }

    /// <summary>False if the page is full before the last document.</summary>
    private async ValueTask<bool> FillAsync(DocumentPage page, DocumentStore documents, CancellationToken cancellationToken)
    {
        var last = page.ReadAfter;
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();

            // One more than the page needs, to know whether it is the last.
            var wanted = Math.Min(page.DocumentsWanted, ScanBatch) + 1;
            var batch = await documents.ReadAsync(_lookups, last, wanted, cancellationToken);
            foreach (var document in batch)
            {
                if (!range.Contains(document.Key))
                {
                    page.Pass(document);
                }
                else if (!page.TryAdd(document))
                {
                    return false;
                }
            }

            if (batch.Count < wanted)
            {
                return true;
            }

            // Requests that wait for the thread come first.
            last = batch[^1].Number;
            await Task.Yield();
        }
    }
}
