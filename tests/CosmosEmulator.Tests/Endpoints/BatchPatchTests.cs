using System.Net;
using DroneDelivery.CosmosEmulator.Batches;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using DroneDelivery.CosmosEmulator.Tests.HybridRow;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>What the emulator charges for patches in batches, and patches that the SDK would not send.</summary>
public sealed class BatchPatchTests
{
    private static readonly BatchOperation Item =
        BatchBody.Upsert("o7", "d1") with { Body = """{"id":"d1","ownerId":"o7","a":[1,2]}"""u8.ToArray() };

    [Fact]
    public async Task Patches_OfATransaction_AreChargedAsReplacements()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();
        var patch = BatchBody.Patch("o7", "d1", """{"operations":[{"op":"incr","path":"/n","value":1}]}""");

        using var response = await SendTransactionAsync(emulator, Item, patch, patch);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal([(201, 0), (200, 0), (200, 0)], await BatchBody.ReadResultsAsync(response));
        Assert.Equal("25", response.Headers.GetValues(CosmosHeaders.RequestCharge).Single());
    }

    /// <summary>As for a single patch, a missing item is the first fault.</summary>
    [Theory]
    [InlineData("nonsense")]
    [InlineData("""{"operations":[]}""")]
    [InlineData("""{"operations":[{"op":"set","path":"/id","value":"d2"}]}""")]
    [InlineData("""{"condition":"FROM c WHERE c.n = = 1","operations":[{"op":"remove","path":"/a"}]}""")]
    [InlineData("""{"condition":"FROM c WHERE (SELECT VALUE x FROM x IN c.a) = 1","operations":[{"op":"remove","path":"/a"}]}""")]
    public async Task Patch_ThatIsNone_IsABadRequestForThatOperation(string patch)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var bulk = await SendBulkAsync(
            emulator, Item, BatchBody.Patch("o7", "d1", patch), BatchBody.Patch("o7", "missing", patch));
        using var transaction = await SendTransactionAsync(emulator, Item, BatchBody.Patch("o7", "d1", patch));

        Assert.Equal([(201, 0), (400, 0), (404, 0)], await BatchBody.ReadResultsAsync(bulk));
        Assert.Equal([(424, 0), (400, 0)], await BatchBody.ReadResultsAsync(transaction));
    }

    [Fact]
    public async Task Patch_ThatMakesTheItemTooLarge_IsRefused()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync(throughput: 100_000);

        using var response = await SendBulkAsync(emulator, Item, Set("b", 1_200_000), Set("c", 1_200_000), Set("d", 10));

        Assert.Equal([(201, 0), (200, 0), (413, 0), (200, 0)], await BatchBody.ReadResultsAsync(response));
    }

    private static BatchOperation Set(string member, int length) => BatchBody.Patch(
        "o7", "d1", $$"""{"operations":[{"op":"set","path":"/{{member}}","value":"{{new string('x', length)}}"}]}""");

    private static Task<HttpResponseMessage> SendTransactionAsync(
        EmulatorHost emulator, params IEnumerable<BatchOperation> operations) => SendAsync(
            emulator, operations, (CosmosHeaders.IsBatchAtomic, "True"), (CosmosHeaders.PartitionKey, "[\"o7\"]"));

    private static Task<HttpResponseMessage> SendBulkAsync(
        EmulatorHost emulator, params IEnumerable<BatchOperation> operations) => SendAsync(
            emulator, operations, (CosmosHeaders.BatchContinueOnError, "True"), (CosmosHeaders.PartitionKeyRangeId, "0"));

    private static Task<HttpResponseMessage> SendAsync(
        EmulatorHost emulator, IEnumerable<BatchOperation> operations, params (string Name, string Value)[] headers) =>
        emulator.SendAsync(
            "POST", "/dbs/db/colls/items/docs", BatchBody.Create(operations), [(CosmosHeaders.IsBatch, "True"), .. headers]);
}
