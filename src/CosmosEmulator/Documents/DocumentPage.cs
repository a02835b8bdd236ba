using DroneDelivery.CosmosEmulator.Protocol;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The rows of one page while they are gathered, and what they took.</summary>
internal abstract class DocumentPage
{
    private const int MaxBytes = 4 * 1024 * 1024;

    /// <summary>The name of documents in a feed.</summary>
    public const string FeedName = "Documents";

    private readonly PagePosition _start;

    protected DocumentPage(PagePosition start) => (_start, Next) = (start, start);

    /// <summary>The number of rows.</summary>
    public abstract int Count { get; }

    public long LoadedCount { get; private set; }

    public long LoadedBytes { get; private set; }

    public long ReturnedBytes { get; protected set; }

    /// <summary>Where the next page starts.</summary>
    public PagePosition Next { get; protected set; }

    public bool HasMore { get; protected set; }

    /// <summary>The number of the document after which reading begins; 0 for the first one.</summary>
    public virtual long ReadAfter => _start.RowsRead == 0 ? _start.Number : _start.Number - 1;

    /// <summary>The most documents that are wanted, if each is a row; the largest number if that is not known.</summary>
    public virtual int DocumentsWanted => int.MaxValue;

    /// <summary>
    /// Whether a page has room for one more row. A row that would make its rows longer than 4 MB goes to the next page, as in the
    /// service; a longer row has a page of its own.
    /// </summary>
    /// <param name="taken">The bytes of the rows of the page.</param>
    /// <param name="bytes">The bytes of the row.</param>
    public static bool HasRoom(long taken, long bytes) => taken == 0 || taken + bytes <= MaxBytes;

    /// <summary>Takes the next document in RID order; false if the page has no room for it.</summary>
    public abstract bool TryAdd(in StoredDocument document);

    /// <summary>Leaves out a document that is not in the range of the query.</summary>
    public virtual void Pass(in StoredDocument document) =>
        Next = document.Number > Next.Number ? Next with { Number = document.Number, RowsRead = 0 } : Next;

    /// <summary>Called after the last document.</summary>
    public virtual void Complete()
    {
    }

    /// <param name="name">That of the rows.</param>
    public abstract ResourceFeed ToFeed(string ownerRid, string name);

    /// <summary>Counts a document that was read.</summary>
    protected void Load(in StoredDocument document) => Load(document.Length);

    /// <param name="bytes">The length of a document that was read.</param>
    protected void Load(int bytes)
    {
        LoadedCount++;
        LoadedBytes += bytes;
    }
}
