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

        var skipped = document.Number > _start.Number ? 0
            : document.Number == _start.Number && _start.RowsRead > 0 ? _start.RowsRead
            : int.MaxValue;
        var rows = 0;
        foreach (var row in _rows.Read(document))
        {
            var isReturned = rows >= skipped;
            if ((isReturned && IsFull) || !TryAdd(row, isReturned))
            {
                HasMore = !IsDone;
                if (rows > 0)
                {
                    Advance(document, rows, skipped);
                }

                return false;
            }

            rows++;
        }

        Advance(document, 0, skipped);
        return true;
    }

    public override ResourceFeed ToFeed(string ownerRid, string name) => _results.ToFeed(ownerRid, name);

    private bool IsDone => Next.Rows >= _program.Limits.Last;

    private bool IsFull => IsDone || Count == _limit;

    /// <param name="rows">The rows of the document that were read; 0 for all of them.</param>
    /// <param name="skipped">The rows that earlier pages have read.</param>
    private void Advance(in StoredDocument document, int rows, int skipped)
    {
        // A document that an earlier page has read was loaded there.
        if (skipped == 0)
        {
            Load(document);
        }

        if (skipped < int.MaxValue)
        {
            Next = Next with { Number = document.Number, RowsRead = rows };
        }
    }

    /// <summary>Adds the result of a row, if it has one; false if the page has no room for it.</summary>
    private bool TryAdd(Row row, bool isReturned)
    {
        if (_seen is null && !isReturned)
        {
            return true;
        }

        var isSkipped = Next.Rows < _program.Limits.Offset;
        var isAdded = _seen is null && !isSkipped ? _results.TryAdd(row) : TryAdd(_program.Project(row), isReturned && !isSkipped);
        if (isAdded && isReturned)
        {
            if (!HasRoom(ReturnedBytes, _results.Bytes - ReturnedBytes))
            {
                _results.RemoveLast();
                return false;
            }

            Next = Next with { Rows = Next.Rows + 1 };
            ReturnedBytes = _results.Bytes;
        }

        return true;
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
