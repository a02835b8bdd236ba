using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The results of all groups of a partition. They are one page, whatever its size: the client adds partitions up.</summary>
internal sealed class GroupedPage(QueryProgram program, Row row) : DocumentPage(PagePosition.Start)
{
    private readonly DocumentRows _rows = new(program, row);
    private readonly ProjectedRows _results = new(program);
    private readonly GroupTable _groups = program.Grouping!.CreateTable();

    public override int Count => _results.Count;

    public override void Pass(in StoredDocument document)
    {
    }

    public override bool TryAdd(in StoredDocument document)
    {
        Load(document);
        foreach (var each in _rows.Read(document))
        {
            _groups.Add(each);
        }

        return true;
    }

    public override void Complete()
    {
        var seen = new HashSet<CosmosValue>();
        var results = _groups.Rows(row)
            .Select(program.Project)
            .Where(result => result.IsWritable && (!program.IsDistinct || seen.Add(result.Detach())));
        foreach (var result in program.Limits.Apply(results))
        {
            _results.Add(result);
        }

        ReturnedBytes = _results.Bytes;
    }

    public override ResourceFeed ToFeed(string ownerRid, string name) => _results.ToFeed(ownerRid, name);
}
