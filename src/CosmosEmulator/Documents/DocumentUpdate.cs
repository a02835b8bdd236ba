namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// Makes a write from the document that it replaces. That may take long, so it is done outside of the store's lock, and again if
/// the document is another one by then.
/// </summary>
/// <param name="make">Makes a replacement of the document, or an invalid write.</param>
internal sealed class DocumentUpdate(Func<StoredDocument, Write> make)
{
    private (long Sequence, DocumentDraft? Draft) _source;
    private Write? _made;

    /// <summary>The write that was made from a document; null if none was.</summary>
    /// <param name="source">The number of the document's last write, or the draft of a document that is not stored yet.</param>
    public Write? Find((long Sequence, DocumentDraft? Draft) source) => _source == source ? _made : null;

    public Write Make((long Sequence, DocumentDraft? Draft) source, StoredDocument document)
    {
        _made = make(document);
        _source = source;
        return _made;
    }
}
