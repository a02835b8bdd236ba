using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>A page whose rows are documents as stored. They are not copied.</summary>
/// <param name="program">Filters the documents; null for all of them.</param>
/// <param name="row">Holds the documents for the filter; null without one.</param>
/// <param name="limit">The most rows of the page.</param>
internal sealed class WholeDocumentPage(QueryProgram? program, Row? row, PagePosition start, int limit) : DocumentPage(start)
{
    private readonly List<StoredDocument> _documents = [];
    private readonly DocumentRows? _rows = program is { HasResidual: true } ? new DocumentRows(program, row!) : null;
    private readonly int _limit = (int)Math.Min(limit, Math.Max(0, (program?.Limits.Last ?? long.MaxValue) - start.Rows));

    public IReadOnlyList<StoredDocument> Documents => _documents;

    public override int Count => _documents.Count;

    public override int DocumentsWanted => _rows is null ? _limit - Count : int.MaxValue;

    public override bool TryAdd(in StoredDocument document)
    {
        if (Count == _limit)
        {
            HasMore = Next.Rows < (program?.Limits.Last ?? long.MaxValue);
            return false;
        }

        var isFound = _rows?.Read(document).Any() != false;
        if (isFound && !HasRoom(ReturnedBytes, document.Length))
        {
            HasMore = true;
            return false;
        }

        Load(document);
        if (isFound)
        {
            _documents.Add(document);
            ReturnedBytes += document.Length;
        }

        Next = Next with { Number = document.Number, Rows = Next.Rows + (isFound ? 1 : 0) };
        return true;
    }

    public override ResourceFeed ToFeed(string ownerRid, string name) => ResourceFeed.Create(ownerRid, name, _documents);
}
