using System.Buffers;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// A page of results in the order of ORDER BY. It looks at all documents, or at those that an index has in this order, and keeps its
/// own rows only. Rows with equal keys are in RID order, in descending order if the first key is: the client merges partitions by
/// the same rule.
/// </summary>
internal sealed class SortedPage : DocumentPage
{
    private readonly QueryProgram _program;
    private readonly PagePosition _start;
    private readonly DocumentRows _rows;
    private readonly ProjectedRows _results;
    private readonly ArrayBufferWriter<byte> _json = new();
    private readonly SortedRowComparer _order;

    // The last of the rows that are kept comes first, to be replaced by one that belongs before it.
    private readonly PriorityQueue<SortedRow, SortedRow> _kept;

    // DISTINCT: the first row of each result.
    private readonly Dictionary<CosmosValue, SortedRow>? _distinct;
    private readonly byte[]? _resumeKey;

    // Documents that were read in the order of an index, with the first sort key of each.
    private readonly List<(byte[] Key, long Number, int Bytes)> _read = [];
    private readonly int _skipped;
    private readonly int _limit;

    /// <param name="limit">The most rows of the page.</param>
    public SortedPage(QueryProgram program, Row row, PagePosition start, int limit)
        : base(start)
    {
        (_program, _start) = (program, start);
        (_rows, _results) = (new DocumentRows(program, row), new ProjectedRows(program));
        _order = new SortedRowComparer(program.OrderBy[0].IsDescending);
        _kept = new(Comparer<SortedRow>.Create((left, right) => _order.Compare(right, left)));
        _distinct = program.IsDistinct ? [] : null;
        _resumeKey = program.Resume is { } resume ? SortKeys.Write(program.OrderBy, resume.Values.AsSpan()) : null;
        _skipped = (int)Math.Clamp(program.Limits.Offset - start.Rows, 0, int.MaxValue);
        _limit = (int)Math.Min(limit, program.Limits.Last - start.Rows - _skipped);
    }

    public override int Count => _results.Count;

    public override long ReadAfter => 0;

    public override void Pass(in StoredDocument document)
    {
    }

    /// <summary>The most rows that are kept: one more than the page has tells whether there is another page.</summary>
    public int RowsWanted => (int)Math.Min(int.MaxValue, (long)_skipped + _limit + 1);

    /// <summary>Where reading in the order of the first key begins.</summary>
    public IndexPosition StartInIndex =>
        !_start.IsStart ? new(SortKeys.First(_start.SortKey.Span, IsDescending), HasOneKey ? Before(_start.Number) : 0)
        : _resumeKey is not null ? new(SortKeys.First(_resumeKey, IsDescending), 0)
        : default;

    public override bool TryAdd(in StoredDocument document)
    {
        // The first page has loaded them: the pages together are charged for each document once.
        if (_start.IsStart)
        {
            Load(document);
        }

        AddRows(document);
        return true;
    }

    /// <summary>Takes the next document in the order of the first key; false if no further one has a row of the page.</summary>
    public bool TryAddInOrder(in IndexedDocument next)
    {
        var key = SortKeys.ToFirst(next.Key, IsDescending);
        if (_kept.Count == RowsWanted && IsBeyond(key, next.Document.Number, _kept.Peek().Key.Span, _kept.Peek().Number))
        {
            return false;
        }

        _read.Add((key, next.Document.Number, next.Document.Length));
        AddRows(next.Document);
        return true;
    }

    public override void Complete()
    {
        ReturnRows();

        // A document counts for the page that has gone beyond it.
        foreach (var (key, number, bytes) in _read)
        {
            if ((_start.IsStart || IsBeyond(key, number, _start.SortKey.Span, _start.Number))
                && (!HasMore || !IsBeyond(key, number, Next.SortKey.Span, Next.Number)))
            {
                Load(bytes);
            }
        }
    }

    public override ResourceFeed ToFeed(string ownerRid, string name) => _results.ToFeed(ownerRid, name);

    private bool IsDescending => _program.OrderBy[0].IsDescending;

    private bool HasOneKey => _program.OrderBy.Length == 1;

    /// <summary>Whether all rows of a document come after a row. Of several keys only the first is known.</summary>
    private bool IsBeyond(ReadOnlySpan<byte> firstKey, long number, ReadOnlySpan<byte> rowKeys, long rowNumber)
    {
        var order = firstKey.SequenceCompareTo(rowKeys[..Math.Min(firstKey.Length, rowKeys.Length)]);
        return order > 0 || (order == 0 && HasOneKey && _order.CompareNumbers(number, rowNumber) > 0);
    }

    /// <summary>The number of the document before one in the order, so that the one is read again.</summary>
    private long Before(long number) => IsDescending ? number + 1 : number - 1;

    private void AddRows(in StoredDocument document)
    {
        var rows = 0;
        foreach (var row in _rows.Read(document))
        {
            Add(row, new SortedRow(SortKeys.Write(_program.OrderBy, row), document.Number, ++rows, []));
        }
    }

    private void ReturnRows()
    {
        foreach (var row in _distinct?.Values ?? Enumerable.Empty<SortedRow>())
        {
            if (IsOfThisPage(row))
            {
                Keep(row);
            }
        }

        var all = _kept.UnorderedItems.Select(item => item.Element).Order(_order).ToList();
        foreach (var row in all)
        {
            if (Next.Rows - _start.Rows >= _skipped)
            {
                if (Count >= _limit || !HasRoom(ReturnedBytes, row.Json.Length))
                {
                    HasMore = Next.Rows < _program.Limits.Last;
                    return;
                }

                _results.Add(row.Json);
                ReturnedBytes = _results.Bytes;
            }

            Next = new PagePosition(row.Number, row.Row, Next.Rows + 1, row.Key);
        }
    }

    private void Add(Row row, SortedRow sorted)
    {
        // A row that is not kept is not projected.
        if (_distinct is not null)
        {
            AddDistinct(_program.Project(row), sorted);
        }
        else if (IsOfThisPage(sorted) && IsBeforeTheLast(sorted) && Project(row) is { } json)
        {
            Keep(sorted with { Json = json });
        }
    }

    private void AddDistinct(CosmosValue result, SortedRow sorted)
    {
        if (result.IsWritable && (!_distinct!.TryGetValue(result, out var first) || _order.Compare(sorted, first) < 0))
        {
            _distinct[result.Detach()] = sorted with { Json = Write(result) };
        }
    }

    private byte[]? Project(Row row)
    {
        _json.ResetWrittenCount();
        using var writer = new Utf8JsonWriter(_json);
        var isRow = _program.TryProject(row, writer);
        writer.Flush();
        return isRow ? _json.WrittenSpan.ToArray() : null;
    }

    private byte[] Write(in CosmosValue result)
    {
        _json.ResetWrittenCount();
        using var writer = new Utf8JsonWriter(_json);
        SqlJson.Write(writer, result);
        writer.Flush();
        return _json.WrittenSpan.ToArray();
    }

    private bool IsBeforeTheLast(SortedRow row) => _kept.Count < RowsWanted || _order.Compare(row, _kept.Peek()) < 0;

    private void Keep(SortedRow row)
    {
        if (_kept.Count < RowsWanted)
        {
            _kept.Enqueue(row, row);
        }
        else if (IsBeforeTheLast(row))
        {
            _kept.EnqueueDequeue(row, row);
        }
    }

    private bool IsOfThisPage(SortedRow row) =>
        (_start.IsStart || _order.Compare(row, new SortedRow(_start.SortKey, _start.Number, _start.RowsRead, [])) > 0)
        && (_resumeKey is null || IsResumed(row));

    /// <summary>The client reads on after a row: rows with its keys follow if it is of this partition, or of one before.</summary>
    private bool IsResumed(SortedRow row)
    {
        var order = row.Key.Span.SequenceCompareTo(_resumeKey);
        return order > 0 || (order == 0 && !_program.Resume!.IsExcluded
            && (_program.Resume.DocumentNumber is not { } number || _order.CompareNumbers(row.Number, number) >= 0));
    }
}
