using DroneDelivery.CosmosEmulator.PartitionKeys;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// The change feed of one partition's documents, in latest version mode: the documents in the range of keys, each once, in the
/// order of their last writes.
/// </summary>
/// <param name="afterSeconds">Documents whose last write is not later are left out. Seconds of the Unix clock.</param>
internal sealed class ChangeFeed(EpkRange range, long afterSeconds)
{
    /// <param name="afterSequence">The number of a write of any partition of the container.</param>
    /// <param name="limit">Above 0. A page has more documents if it would end within a transaction.</param>
    /// <exception cref="PartitionMovedException">Other stores have the documents now.</exception>
    /// <exception cref="OperationCanceledException">The client left.</exception>
    public async ValueTask<ChangeFeedPage> ReadPageAsync(
        DocumentStore documents, long afterSequence, int limit, CancellationToken cancellationToken)
    {
        var page = new ChangeFeedPage(afterSequence);
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var changes = documents.ReadChanges(page.LastSequence, limit - page.Documents.Count);
            foreach (var document in changes.Documents)
            {
                if (!TryTake(document, page))
                {
                    return page;
                }
            }

            page.LastSequence = changes.LastSequence;
            if (changes.IsComplete || page.Documents.Count >= limit)
            {
                return page;
            }

            // Requests that wait for the thread come first.
            await Task.Yield();
        }
    }

    /// <summary>False if the page has no room for the document.</summary>
    private bool TryTake(in StoredDocument document, ChangeFeedPage page)
    {
        if (document.Version.Seconds > afterSeconds && range.Contains(document.Key) && !page.TryAdd(document))
        {
            return false;
        }

        page.LastSequence = document.Version.Sequence;
        return true;
    }
}

/// <summary>The documents of one page of the change feed while they are gathered.</summary>
internal sealed class ChangeFeedPage(long afterSequence)
{
    public List<ChangedDocument> Documents { get; } = [];

    /// <summary>The bytes of the documents as they are stored.</summary>
    public long Bytes { get; private set; }

    /// <summary>The next page starts after this write. It may be later than those of the documents.</summary>
    public long LastSequence { get; set; } = afterSequence;

    /// <summary>False if the page has no room for the document. There is always room for the rest of a transaction.</summary>
    public bool TryAdd(in StoredDocument document)
    {
        var isOfLast = Documents.Count > 0
            && Documents[^1].Document.Version.FirstSequence == document.Version.FirstSequence;
        if (!isOfLast && !DocumentPage.HasRoom(Bytes, document.Length))
        {
            return false;
        }

        Documents.Add(new ChangedDocument(document));
        Bytes += document.Length;
        return true;
    }
}

/// <summary>A part of the changes after a write.</summary>
/// <param name="Documents">In the order of their last writes.</param>
/// <param name="LastSequence">The number of the last write that was looked at.</param>
/// <param name="IsComplete">Whether there is no later write.</param>
internal readonly record struct ChangedDocuments(List<StoredDocument> Documents, long LastSequence, bool IsComplete);
