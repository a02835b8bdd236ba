namespace DroneDelivery.CosmosEmulator.Documents;

internal enum WriteKind
{
    Create,
    Upsert,
    Replace,
    Delete,

    /// <summary>Replaces the document by what <see cref="Write.Maker"/> makes of it.</summary>
    Update,

    /// <summary>Changes nothing: it returns the document as the writes before it leave it.</summary>
    Read,

    /// <summary>Known to be impossible. The writes before it are checked, and none of them is made.</summary>
    Invalid,
}

/// <summary>One change of a document, or a read between changes that are made together.</summary>
/// <param name="Key">The document that is changed. A replacement may have another id.</param>
/// <param name="Draft">The document after the change; null for a deletion, a read and an update.</param>
/// <param name="IfMatch">The ETag that the document must have; null for any. An upsert that creates the document ignores it.</param>
internal sealed record Write(WriteKind Kind, DocumentKey Key, DocumentDraft? Draft, string? IfMatch)
{
    /// <summary>Of all documents that are read together.</summary>
    public const int MaxReadBytes = 4 * 1024 * 1024;

    /// <summary>Of a read: the ETag of the document that the client has already.</summary>
    public string? IfNoneMatch { get; private init; }

    /// <summary>Of an update: makes the write that takes its place.</summary>
    public DocumentUpdate? Maker { get; private init; }

    /// <summary>Of an invalid write: what is wrong with it.</summary>
    public WriteFault? Fault { get; private init; }

    public static Write Create(DocumentDraft draft) => new(WriteKind.Create, draft.DocumentKey, draft, null);

    public static Write Upsert(DocumentDraft draft, string? ifMatch = null) =>
        new(WriteKind.Upsert, draft.DocumentKey, draft, ifMatch);

    public static Write Replace(DocumentKey key, DocumentDraft draft, string? ifMatch = null) =>
        new(WriteKind.Replace, key, draft, ifMatch);

    public static Write Delete(DocumentKey key, string? ifMatch = null) => new(WriteKind.Delete, key, null, ifMatch);

    /// <param name="make">
    /// Makes a replacement of the document, or an invalid write. It may be called more than once, and not under a lock.
    /// </param>
    public static Write Update(DocumentKey key, Func<StoredDocument, Write> make, string? ifMatch = null) =>
        new(WriteKind.Update, key, null, ifMatch) { Maker = new DocumentUpdate(make) };

    /// <summary>An invalid write whose first fault is a document that does not exist.</summary>
    public static Write InvalidUpdate(DocumentKey key, WriteFault fault) => Update(key, _ => Invalid(fault));

    public static Write Read(DocumentKey key, string? ifNoneMatch = null) =>
        new(WriteKind.Read, key, null, null) { IfNoneMatch = ifNoneMatch };

    public static Write Invalid(WriteFault fault) => new(WriteKind.Invalid, default, null, null) { Fault = fault };
}
