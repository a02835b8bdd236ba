using System.Text;
using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Tests.Resources;

/// <summary>Resources that are read while they change: what is read has the ETag of its own version.</summary>
public sealed class ResourceVersionTests
{
    private const int Changes = 2_000;

    private readonly Container _container = new(
        new Database("db", 1, TimeProvider.System), Define(timeToLive: 1), 1, new PartitionLayout(1),
        ProvisionedThroughput.Manual(400), TimeProvider.System);

    [Fact]
    public async Task Container_ThatIsReplacedMeanwhile_HasTheETagOfItsDefinition() => await ReadDuringChangesAsync(
        version => _container.TryRedefine(Define(version), ifMatch: null),
        () => _container.ToJson(),
        json => (int)json["defaultTtl"]!);

    [Fact]
    public async Task Offer_ThatIsReplacedMeanwhile_HasTheETagOfItsThroughput() => await ReadDuringChangesAsync(
        version => _container.Offer!.TryReplace(ProvisionedThroughput.Manual(300 + (100 * version)), ifMatch: null),
        () => _container.Offer!.ToJson(),
        json => ((int)json["content"]!["offerThroughput"]! - 300) / 100);

    private static async Task ReadDuringChangesAsync(Func<int, bool> change, Func<JsonObject> read, Func<JsonObject, int> readVersion)
    {
        var changes = Task.Run(() => Enumerable.Range(2, Changes).All(change));
        while (!changes.IsCompleted)
        {
            var json = read();
            Assert.StartsWith($"\"{readVersion(json):x8}-", (string?)json["_etag"], StringComparison.Ordinal);
        }

        Assert.True(await changes);
    }

    private static ContainerDefinition Define(int timeToLive)
    {
        var json = $$"""{"id":"items","partitionKey":{"paths":["/ownerId"],"kind":"Hash"},"defaultTtl":{{timeToLive}}}""";
        return ContainerDefinition.Parse(Encoding.UTF8.GetBytes(json), out var fault) ?? throw new InvalidOperationException(fault);
    }
}
