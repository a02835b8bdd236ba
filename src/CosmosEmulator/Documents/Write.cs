namespace DroneDelivery.CosmosEmulator.Documents;

internal enum WriteKind
{
    Create,
    Upsert,
    Replace,
    Delete,
}

/// <summary>One change of a document.</summary>
/// <param name="Key">The document that is changed. A replacement may have another id.</param>
/// <param name="Draft">The document after the change; null for a deletion.</param>
/// <param name="IfMatch">The ETag that the document must have; null for any. An upsert that creates the document ignores it.</param>
internal sealed record Write(WriteKind Kind, DocumentKey Key, DocumentDraft? Draft, string? IfMatch)
{
    public static Write Create(DocumentDraft draft) => new(WriteKind.Create, draft.DocumentKey, draft, null);

    public static Write Upsert(DocumentDraft draft, string? ifMatch = null) =>
        new(WriteKind.Upsert, draft.DocumentKey, draft, ifMatch);

    public static Write Replace(DocumentKey key, DocumentDraft draft, string? ifMatch = null) =>
        new(WriteKind.Replace, key, draft, ifMatch);

    public static Write Delete(DocumentKey key, string? ifMatch = null) => new(WriteKind.Delete, key, null, ifMatch);
}
