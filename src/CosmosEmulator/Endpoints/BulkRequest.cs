using DroneDelivery.CosmosEmulator.Batches;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>
/// Operations of one partition key range that are independent of each other. Each is throttled, failed by a fault that is set,
/// charged and counted as a call of its own.
/// </summary>
/// <param name="readCharge">The charge of a read, by the bytes of its document.</param>
/// <param name="cancellationToken">Ends the evaluation of a patch's condition.</param>
internal sealed class BulkRequest(
    Container container,
    Partition partition,
    PartitionEntry entry,
    ItemWrites writes,
    Func<int, RequestUnits> readCharge,
    CancellationToken cancellationToken)
{
    // The operation names no partition key of the container.
    private static readonly BatchResult NoKey = new(CosmosStatus.BadRequest, Charges.FailedCall);

    // The client finds the range of the key again, and sends the operation there. Nothing was done.
    private static readonly BatchResult Moved =
        new(CosmosStatus.Gone, default) { SubStatus = CosmosSubStatus.PartitionKeyRangeGone };

    private long _readBytes;

    /// <summary>The result of each operation, in their order.</summary>
    /// <param name="continueOnError">False if the operations after one that fails are not executed.</param>
    public async ValueTask<IReadOnlyList<BatchResult>> ExecuteAsync(
        IReadOnlyList<BatchOperation> operations, bool continueOnError)
    {
        var results = new List<BatchResult>(operations.Count);
        foreach (var operation in operations)
        {
            var isStopped = !continueOnError && results is [.., { Failed: true }];
            results.Add(isStopped ? BatchOperations.FailedDependency : await ExecuteAsync(operation));
        }

        return results;
    }

    private async ValueTask<BatchResult> ExecuteAsync(BatchOperation operation)
    {
        if (operation.PartitionKey is null
            || !PartitionKeyHeader.TryRead(container, operation.PartitionKey, isPrefixAllowed: false, out var key, out _))
        {
            return Charge(null, NoKey);
        }

        if (!partition.Range.Contains(key.Hash))
        {
            return Moved;
        }

        try
        {
            return Charge(key, await ExecuteAsync(operation, key.Hash));
        }
        catch (PartitionMovedException)
        {
            return Moved;
        }
    }

    private async ValueTask<BatchResult> ExecuteAsync(BatchOperation operation, EffectivePartitionKey key)
    {
        if (entry.Refuse(container, partition) is { } refusal)
        {
            return new BatchResult(refusal.Status, refusal.Charge)
            {
                SubStatus = refusal.SubStatus,
                RetryAfter = refusal.RetryAfter,
            };
        }

        var write = BatchOperations.ToWrite(operation, container, key, writes, cancellationToken);
        var result = (await partition.Documents.CommitAsync(write))[0];
        return BatchOperations.ToResult(operation, HoldToLimit(result), readCharge);
    }

    /// <summary>The result, or another one for a read that the answer has no room for.</summary>
    private WriteResult HoldToLimit(WriteResult result)
    {
        if (result is not { Outcome: WriteOutcome.Read, Document: { } document })
        {
            return result;
        }

        _readBytes += document.Length;
        return _readBytes <= Write.MaxReadBytes ? result : new WriteResult(WriteOutcome.TooLarge, null);
    }

    private BatchResult Charge(LogicalKey? key, BatchResult result)
    {
        container.Charge(partition, key, result.Status, result.Charge);
        return result;
    }
}
