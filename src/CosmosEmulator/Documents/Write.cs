namespace DroneDelivery.CosmosEmulator.Documents;

internal enum WriteKind
{
    Create,
    Upsert,
    Replace,
    Delete,

    /// <summary>Changes nothing: it returns the document as the writes before it leave it.</summary>
    Read,

    /// <summary>Known to be impossible. The writes before it are checked, and none of them is made.</summary>
    Invalid,
}

/// <summary>One change of a document, or a read between changes that are made together.</summary>
/// <param name="Key">The document that is changed. A replacement may have another id.</param>
/// <param name="Draft">The document after the change; null for a deletion and a read.</param>
/// <param name="IfMatch">The ETag that the document must have; null for any. An upsert that creates the document ignores it.</param>
internal sealed record Write(WriteKind Kind, DocumentKey Key, DocumentDraft? Draft, string? IfMatch)
{
    /// <summary>Of all documents that are read together.</summary>
    public const int MaxReadBytes = 4 * 1024 * 1024;

    public static Write Invalid { get; } = new(WriteKind.Invalid, default, null, null);

    /// <summary>Of a read: the ETag of the document that the client has already.</summary>
    public string? IfNoneMatch { get; private init; }

    public static Write Create(DocumentDraft draft) => new(WriteKind.Create, draft.DocumentKey, draft, null);

    public static Write Upsert(DocumentDraft draft, string? ifMatch = null) =>
        new(WriteKind.Upsert, draft.DocumentKey, draft, ifMatch);

    public static Write Replace(DocumentKey key, DocumentDraft draft, string? ifMatch = null) =>
        new(WriteKind.Replace, key, draft, ifMatch);

    public static Write Delete(DocumentKey key, string? ifMatch = null) => new(WriteKind.Delete, key, null, ifMatch);

    public static Write Read(DocumentKey key, string? ifNoneMatch = null) =>
        new(WriteKind.Read, key, null, null) { IfNoneMatch = ifNoneMatch };
}
