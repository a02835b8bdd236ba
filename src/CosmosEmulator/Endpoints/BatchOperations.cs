using DroneDelivery.CosmosEmulator.Batches;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>The operations of a batch as writes of a store, and their results as answers to the client.</summary>
internal static class BatchOperations
{
    /// <summary>The operation did not fail, but another one of its transaction did.</summary>
    public static BatchResult FailedDependency { get; } = new(CosmosStatus.FailedDependency, default);

    /// <param name="key">The hash of the operation's partition key.</param>
    /// <param name="cancellationToken">Ends the evaluation of a patch's condition.</param>
    public static Write ToWrite(
        BatchOperation operation,
        Container container,
        EffectivePartitionKey key,
        ItemWrites writes,
        CancellationToken cancellationToken)
    {
        // If-Match of a read has the effect of If-None-Match: the SDK's own tests expect this of the service.
        var item = new DocumentKey(key, operation.Id);
        return operation.Kind == BatchOperationKind.Read
            ? Write.Read(item, operation.IfNoneMatch ?? operation.IfMatch)
            : writes.Create(operation.Kind, container, item, operation.Body, operation.IfMatch, cancellationToken);
    }

    /// <summary>The message of a fault is not sent: a result has no place for it.</summary>
    /// <param name="result">Of the operation's write.</param>
    /// <param name="readCharge">The charge of a read, by the bytes of its document.</param>
    public static BatchResult ToResult(BatchOperation operation, WriteResult result, Func<int, RequestUnits> readCharge)
    {
        var bytes = result.Document?.Length ?? 0;
        return result.Outcome switch
        {
            WriteOutcome.Created => Answer(operation, CosmosStatus.Created, Charges.Insert(bytes), result.Document),
            WriteOutcome.Replaced => Answer(operation, CosmosStatus.Ok, Charges.Replace(bytes), result.Document),
            WriteOutcome.Deleted => new BatchResult(CosmosStatus.NoContent, Charges.Delete(bytes)),
            WriteOutcome.Read => Answer(operation, CosmosStatus.Ok, readCharge(bytes), result.Document),
            WriteOutcome.NotModified => new BatchResult(CosmosStatus.NotModified, readCharge(bytes))
            {
                ETag = result.Document?.ETag,
            },
            WriteOutcome.NotFound => Fail(CosmosStatus.NotFound),
            WriteOutcome.Conflict or WriteOutcome.UniqueKeyConflict => Fail(CosmosStatus.Conflict),
            WriteOutcome.Invalid => Fail(result.Fault!),
            WriteOutcome.TooLarge => Fail(CosmosStatus.RequestEntityTooLarge, CosmosSubStatus.BatchResponseTooLarge),
            _ => Fail(CosmosStatus.PreconditionFailed),
        };
    }

    private static BatchResult Answer(BatchOperation operation, int status, RequestUnits charge, StoredDocument? document) =>
        new(status, charge)
        {
            ETag = document?.ETag,
            Document = operation.IsMinimal ? null : document,
        };

    private static BatchResult Fail(WriteFault fault) => Fail(fault.Status, fault.SubStatus);

    private static BatchResult Fail(int status, int subStatus = CosmosSubStatus.None) =>
        new(status, Charges.FailedCall) { SubStatus = subStatus };
}
