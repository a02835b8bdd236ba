using System.Net;
using System.Text;
using DroneDelivery.CosmosEmulator.Batches;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.HybridRow;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using DroneDelivery.CosmosEmulator.Throughput;
using DroneDelivery.CosmosEmulator.Values;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.HybridRow;

/// <summary>The emulator's encoding of batches compared with the SDK's own.</summary>
public sealed class SdkBatchTests
{
    private static readonly PartitionKey Owner = new("o7");

    [Fact]
    public async Task Operations_OfTheSdk_AreReadWithTheirOptions()
    {
        var recorder = new BatchRecorder();

        using var response = await ExecuteAsync(recorder, batch => batch
            .CreateItem(new DeliveryItem("d1", "o7"))
            .ReadItem("d ü", new TransactionalBatchItemRequestOptions { IfNoneMatchEtag = "\"1\"" })
            .ReplaceItem(
                "d1",
                new DeliveryItem("d1", "o7"),
                new TransactionalBatchItemRequestOptions { IfMatchEtag = "\"2\"", EnableContentResponseOnWrite = false })
            .UpsertItem(new DeliveryItem("d2", "o7"))
            .DeleteItem("d1", new TransactionalBatchItemRequestOptions { IndexingDirective = IndexingDirective.Exclude })
            .PatchItem(
                "d3",
                [PatchOperation.Increment("/month", 2)],
                new TransactionalBatchPatchItemRequestOptions
                {
                    IfMatchEtag = "\"3\"",
                    FilterPredicate = "FROM c WHERE c.month = 1",
                }));

        Assert.True(BatchReader.TryRead(recorder.Body, out var operations, out var fault), fault);
        Assert.Equal(
            [
                BatchOperationKind.Create, BatchOperationKind.Read, BatchOperationKind.Replace, BatchOperationKind.Upsert,
                BatchOperationKind.Delete, BatchOperationKind.Patch,
            ],
            operations.Select(operation => operation.Kind));
        Assert.Equal(["", "d ü", "d1", "", "d1", "d3"], operations.Select(operation => operation.Id));
        Assert.Equal([null, null, "\"2\"", null, null, "\"3\""], operations.Select(operation => operation.IfMatch));
        Assert.Equal([null, "\"1\"", null, null, null, null], operations.Select(operation => operation.IfNoneMatch));
        Assert.Equal([false, false, true, false, false, false], operations.Select(operation => operation.IsMinimal));
        Assert.Equal(
            [null, null, null, null, IndexingDirectives.ExcludeFeature, null], operations.Select(operation => operation.Unsupported));
        Assert.StartsWith("{\"id\":\"d2\"", Encoding.UTF8.GetString(operations[3].Body.Span));
        Assert.Contains("FROM c WHERE c.month = 1", Encoding.UTF8.GetString(operations[5].Body.Span));
    }

    [Fact]
    public async Task Results_OfTheEmulator_AreReadByTheSdk()
    {
        var answer = BatchWriter.Write(
        [
            new BatchResult(201, RequestUnits.From(5.25))
            {
                ETag = "\"e1\"",
                Document = new JsonText("""{"id":"ü","month":3}"""u8.ToArray()),
            },
            new BatchResult(429, default) { SubStatus = 3200, RetryAfter = 1_234 },
            new BatchResult(204, RequestUnits.From(5)),
        ]);

        using var response = await ExecuteAsync(new BatchRecorder(answer.ToArray()), batch => batch
            .CreateItem(new DeliveryItem("d1", "o7")).CreateItem(new DeliveryItem("d2", "o7")).DeleteItem("d3"));

        Assert.Equal(HttpStatusCode.TooManyRequests, response.StatusCode);
        Assert.Equal(
            [HttpStatusCode.Created, HttpStatusCode.TooManyRequests, HttpStatusCode.NoContent],
            response.Select(result => result.StatusCode));
        Assert.Equal(["\"e1\"", null, null], response.Select(result => result.ETag));
        Assert.Equal(TimeSpan.FromMilliseconds(1_234), response[1].RetryAfter);
        var created = response.GetOperationResultAtIndex<DeliveryItem>(0).Resource;
        Assert.Equal(("ü", 3), (created.Id, created.Month));
        Assert.Null(response[2].ResourceStream);
    }

    private static async Task<TransactionalBatchResponse> ExecuteAsync(
        BatchRecorder recorder, Func<TransactionalBatch, TransactionalBatch> fill)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();
        using var client = emulator.NewClient(
            EmulatorOptions.WellKnownKey, new CosmosClientOptions { CustomHandlers = { recorder } });
        var batch = client.GetContainer("db", "items").CreateTransactionalBatch(Owner);
        return await fill(batch).ExecuteAsync(TestContext.Current.CancellationToken);
    }
}
