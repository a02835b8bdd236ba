using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>A page of results in the order of their documents.</summary>
internal sealed class StreamedPage : DocumentPage
{
    private readonly QueryProgram _program;
    private readonly PagePosition _start;
    private readonly int _limit;
    private readonly DocumentRows _rows;
    private readonly ProjectedRows _results;

    // DISTINCT: all results so far. Those of earlier pages are found again, since a page must not repeat them.
    private readonly HashSet<CosmosValue>? _seen;

    /// <param name="limit">The most rows of the page.</param>
    public StreamedPage(QueryProgram program, Row row, PagePosition start, int limit)
        : base(start)
    {
        (_program, _start, _limit) = (program, start, limit);
        (_rows, _results) = (new DocumentRows(program, row), new ProjectedRows(program));
        _seen = program.IsDistinct ? [] : null;
    }

    public override int Count => _results.Count;

    public override long ReadAfter => _seen is null ? base.ReadAfter : 0;

    public override bool TryAdd(in StoredDocument document)
    {
        if (IsFull)
        {
            HasMore = !IsDone;
            return false;
        }

        // A document that an earlier page has read was loaded there.
        var skipped = document.Number > _start.Number ? 0
            : document.Number == _start.Number && _start.RowsRead > 0 ? _start.RowsRead
            : int.MaxValue;
        if (skipped == 0)
        {
            Load(document);
        }

        var rows = 0;
        foreach (var row in _rows.Read(document))
        {
            if (rows >= skipped && IsFull)
            {
                HasMore = !IsDone;
                Next = Next with { Number = document.Number, RowsRead = rows };
                return false;
            }

            Add(row, isReturned: rows >= skipped);
            rows++;
        }

        if (skipped < int.MaxValue)
        {
            Next = Next with { Number = document.Number, RowsRead = 0 };
        }

        return true;
    }

    public override ResourceFeed ToFeed(string ownerRid, string name) => _results.ToFeed(ownerRid, name);

    private bool IsDone => Next.Rows >= _program.Limits.Last;

    private bool IsFull => IsDone || Count == _limit || ReturnedBytes >= MaxBytes;

    private void Add(Row row, bool isReturned)
    {
        if (_seen is null && !isReturned)
        {
            return;
        }

        var isSkipped = Next.Rows < _program.Limits.Offset;
        var isAdded = _seen is null && !isSkipped ? _results.TryAdd(row) : TryAdd(_program.Project(row), isReturned && !isSkipped);
        if (isAdded && isReturned)
        {
            Next = Next with { Rows = Next.Rows + 1 };
            ReturnedBytes = _results.Bytes;
        }
    }

    /// <summary>False for a result that JSON does not have, or that DISTINCT has seen.</summary>
    private bool TryAdd(in CosmosValue result, bool isWritten)
    {
        if (!result.IsWritable || _seen?.Contains(result) == true)
        {
            return false;
        }

        _seen?.Add(result.Detach());
        if (isWritten)
        {
            _results.Add(result);
        }

        return true;
    }
}
