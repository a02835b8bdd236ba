using System.Text;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Query;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

public sealed class PropertyIndexTests
{
    private readonly PropertyIndex _index = new(PropertyPath.Parse("/month"));

    // A value that no document has any more must leave nothing behind, or ever new values fill the memory. The index gives one
    // and the same empty list for every value that it does not know.
    [Fact]
    public void Index_LastDocumentOfAValueRemoved_ForgetsTheValue()
    {
        var document = new StoredDocument(1, "d1", default, "", Encoding.UTF8.GetBytes("""{"id":"d1","month":7}"""));
        _index.Add(slot: 0, document);
        Assert.Equal([0], _index.Find([ScalarValue.Of(7)]));
        Assert.Equal(12, _index.Bytes);

        _index.Remove(slot: 0, document);

        Assert.Equal(0, _index.Bytes);
        Assert.Same(_index.Find([ScalarValue.Of(99)]), _index.Find([ScalarValue.Of(7)]));
    }
}
