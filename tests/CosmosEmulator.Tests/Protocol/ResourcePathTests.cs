using DroneDelivery.CosmosEmulator.Protocol;

namespace DroneDelivery.CosmosEmulator.Tests.Protocol;

public sealed class ResourcePathTests
{
    [Theory]
    [InlineData("/", ResourceKind.Account, "", "", "")]
    [InlineData("/dbs/", ResourceKind.Databases, "", "", "")]
    [InlineData("/dbs/d", ResourceKind.Database, "d", "", "")]
    [InlineData("/dbs/d/colls", ResourceKind.Containers, "d", "", "")]
    [InlineData("/dbs/d/colls/c", ResourceKind.Container, "d", "c", "")]
    [InlineData("/dbs/d/colls/c/pkranges", ResourceKind.PartitionKeyRanges, "d", "c", "")]
    [InlineData("/dbs/d/colls/c/docs", ResourceKind.Documents, "d", "c", "")]
    [InlineData("/dbs/d/colls/c/docs/i", ResourceKind.Document, "d", "c", "i")]
    [InlineData("/dbs/d/colls/c/docs/i/j", ResourceKind.UnreachableDocument, "d", "c", "i")]
    [InlineData("/offers", ResourceKind.Offers, "", "", "")]
    [InlineData("/offers/o", ResourceKind.Offer, "", "", "o")]
    [InlineData("/addresses", ResourceKind.Addresses, "", "", "")]
    [InlineData("/addresses/a", ResourceKind.Unknown, "", "", "")]
    [InlineData("/media", ResourceKind.Unknown, "", "", "")]
    [InlineData("/dbs/d/users/u/docs/i/j", ResourceKind.Unknown, "", "", "")]
    [InlineData("/dbs/d/colls/c/docs/i/attachments", ResourceKind.Unknown, "", "", "")]
    [InlineData("/dbs/d/colls/c/sprocs/i/j", ResourceKind.Unknown, "", "", "")]
    internal void Parse_Path_HasItsKindAndNames(string path, ResourceKind kind, string database, string container, string item) =>
        Assert.Equal(new ResourcePath(kind, path, database, container, item), ResourcePath.Parse(path));
}
