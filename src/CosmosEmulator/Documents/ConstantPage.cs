using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The page of a query without FROM: one row, which no document has a part in.</summary>
internal sealed class ConstantPage(QueryProgram program, Row row) : DocumentPage(PagePosition.Start)
{
    private readonly ProjectedRows _results = new(program);

    public override int Count => _results.Count;

    public override bool TryAdd(in StoredDocument document) => false;

    public override void Complete()
    {
        foreach (var row in program.Limits.Apply(Rows()))
        {
            _results.TryAdd(row);
        }

        ReturnedBytes = _results.Bytes;
    }

    public override ResourceFeed ToFeed(string ownerRid, string name) => _results.ToFeed(ownerRid, name);

    private IEnumerable<Row> Rows()
    {
        var rows = program.Indexed.MatchesNothing ? [] : program.Rows(row);
        return program.Grouping?.Group(rows, row) ?? rows;
    }
}
