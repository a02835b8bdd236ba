using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Values;
using DroneDelivery.TestSupport;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

public sealed class DocumentQueryTests
{
    [Fact]
    public void Page_OfAClientThatLeft_IsNotRead()
    {
        var stamp = new DocumentStamp(ResourceIds.Container(ResourceIds.Database(1), 2), "dbs/d/colls/c/", new ManualTimeProvider());
        var program = QueryProgram.Compile(SqlParser.Parse("SELECT * FROM c WHERE c.a > 1"), QueryParameters.None);
        var query = new DocumentQuery(program, EpkRange.Split(1)[0], null);

        Assert.Throws<OperationCanceledException>(
            () => query.ReadPage(new DocumentStore(stamp), afterNumber: 0, limit: 10, new CancellationToken(canceled: true)));
    }
}
