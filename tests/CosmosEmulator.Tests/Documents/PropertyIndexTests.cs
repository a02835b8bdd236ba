using System.Text;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

public sealed class PropertyIndexTests
{
    private static readonly DocumentStamp Stamp =
        new(ResourceIds.Container(ResourceIds.Database(1), 2), "dbs/d/colls/c/", TimeProvider.System);

    private readonly PropertyIndex _index = new(PropertyPath.Parse("/month"));

    /// <summary>Otherwise values that no document has any more would fill the memory.</summary>
    [Fact]
    public void Index_LastDocumentOfAValueRemoved_ForgetsTheValue()
    {
        var document = Document("7");
        _index.Replace(slot: 0, null, document);
        Assert.Equal([0], Find(7));
        Assert.Equal(15, _index.Bytes);

        _index.Replace(slot: 0, document, null);

        Assert.Equal(0, _index.Bytes);
        Assert.Empty(Find(7));
    }

    [Fact]
    public void Replace_ByAnotherValue_MovesTheSlot()
    {
        _index.Replace(slot: 3, null, Document("7"));
        _index.Replace(slot: 5, null, Document("7"));

        _index.Replace(slot: 3, Document("7"), Document("8"));
        _index.Replace(slot: 5, Document("7"), Document("7.0"));
        _index.Replace(slot: 3, Document("8"), Document("[1]"));
        _index.Replace(slot: 3, Document("[1]"), Document("9"));

        Assert.Equal([5], Find(7));
        Assert.Empty(Find(8));
        Assert.Equal([3, 5], Find(9, 7));
    }

    private static StoredDocument Document(string month) => new(
        Stamp, new(Number: 1, Sequence: 1, Seconds: 0), default, "d1"u8.ToArray(), Encoding.UTF8.GetBytes($$"""{"id":"d1","month":{{month}},"""));

    private int[] Find(params double[] values) => _index.Find(new ValueLookup(PropertyPath.Parse("/month"), [.. values.Select(CosmosValue.From)])).ToArray();
}
