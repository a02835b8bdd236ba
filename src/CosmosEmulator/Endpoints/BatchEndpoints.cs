using System.Diagnostics.CodeAnalysis;
using DroneDelivery.CosmosEmulator.Batches;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.HybridRow;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Throughput;
using DroneDelivery.ServiceDefaults.Listening;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>
/// Requests of several operations: transactions of one partition key, and bulk requests, whose operations are independent of each
/// other and of one partition key range.
/// </summary>
internal sealed class BatchEndpoints(Account account, PartitionEntry entry, ReadCost readCost, ItemWrites writes)
{
    private const int MaxTransactionBytes = 2 * 1024 * 1024;

    public async ValueTask<CosmosResponse> ExecuteAsync(CosmosRequest request)
    {
        await SocketThreads.SwitchToThreadPoolAsync();
        return request.HeaderIsTrue(CosmosHeaders.IsBatchAtomic)
            ? await ExecuteTransactionAsync(request)
            : await ExecuteBulkAsync(request);
    }

    private async ValueTask<CosmosResponse> ExecuteTransactionAsync(CosmosRequest request)
    {
        if (!ItemAddress.TryFind(account, entry, request, out var address, out var refusal))
        {
            return refusal;
        }

        var (container, partition) = (address.Container, address.Partition);
        if (request.Body.Length > MaxTransactionBytes)
        {
            return CosmosErrors.Data(
                container,
                partition,
                CosmosStatus.RequestEntityTooLarge,
                $"Request size is too large: {request.Body.Length} bytes; a transactional batch has at most "
                    + $"{MaxTransactionBytes} bytes.");
        }

        if (!TryRead(request, container, partition, out var operations, out refusal))
        {
            return refusal;
        }

        var results = await partition.Documents.CommitAsync(
            [.. operations.Select(operation => ToWrite(operation, address, request.Aborted))]);
        return Respond(request, container, partition, [.. Describe(operations, results, ReadChargeOf(request))], isCharged: false);
    }

    private async ValueTask<CosmosResponse> ExecuteBulkAsync(CosmosRequest request)
    {
        if (DataContainer.Find(account, request, out var refusal) is not { } container)
        {
            return refusal!;
        }

        if (request.Header(CosmosHeaders.PartitionKeyRangeId) is not { } rangeId)
        {
            return CosmosErrors.Data(
                container,
                null,
                CosmosStatus.BadRequest,
                $"{CosmosHeaders.PartitionKeyRangeId} must be supplied for a batch that is not atomic.");
        }

        if (container.Partitions.Find(rangeId) is not { } partition)
        {
            return CosmosErrors.RangeGone(container, rangeId);
        }

        if (!TryRead(request, container, partition, out var operations, out refusal))
        {
            return refusal;
        }

        var bulk = new BulkRequest(container, partition, entry, writes, ReadChargeOf(request), request.Aborted);
        var results = await bulk.ExecuteAsync(operations, request.HeaderIsTrue(CosmosHeaders.BatchContinueOnError));
        return Respond(request, container, partition, results, isCharged: true);
    }

    private Func<int, RequestUnits> ReadChargeOf(CosmosRequest request)
    {
        var level = request.Header(CosmosHeaders.ConsistencyLevel);
        return bytes => readCost.Apply(Charges.Read(bytes), level);
    }

    /// <summary>The operations of the request, or the answer that refuses it.</summary>
    private static bool TryRead(
        CosmosRequest request,
        Container container,
        Partition partition,
        [NotNullWhen(true)] out IReadOnlyList<BatchOperation>? operations,
        [NotNullWhen(false)] out CosmosResponse? refusal)
    {
        if (!TryRead(request, out operations, out var fault))
        {
            refusal = CosmosErrors.Data(container, partition, CosmosStatus.BadRequest, fault);
            return false;
        }

        var reads = operations.Any(operation => operation.Kind == BatchOperationKind.Read);
        refusal = FindUnsupported(operations)
            ?? (reads ? PartitionEntry.RefuseSession(container, partition, request) : null);
        return refusal is null;
    }

    private static bool TryRead(
        CosmosRequest request,
        [NotNullWhen(true)] out IReadOnlyList<BatchOperation>? operations,
        [NotNullWhen(false)] out string? fault) =>
        JsonBatch.IsJson(request.Body)
            ? JsonBatch.TryRead(request.Body, request.IsMinimal, out operations, out fault)
            : BatchReader.TryRead(request.Body, out operations, out fault);

    private static CosmosResponse? FindUnsupported(IReadOnlyList<BatchOperation> operations)
    {
        var features = operations.Select(operation => operation.Unsupported);
        return features.FirstOrDefault(feature => feature is not null) is { } first ? CosmosErrors.NotSupported(first) : null;
    }

    private Write ToWrite(BatchOperation operation, ItemAddress address, CancellationToken cancellationToken)
    {
        var key = address.Key.PartitionKey;
        if (operation.PartitionKey is null
            || (PartitionKeyHeader.TryRead(operation.PartitionKey, out var own) && own.Hash == key))
        {
            return BatchOperations.ToWrite(operation, address.Container, key, writes, cancellationToken);
        }

        return Write.Invalid(new WriteFault(
            CosmosStatus.BadRequest,
            "The partition key of the operation is not that of the batch.",
            CosmosSubStatus.PartitionKeyMismatch));
    }

    /// <summary>The result of each operation: if one failed, the others are failed dependencies.</summary>
    /// <param name="results">Of the writes, up to the one that failed.</param>
    private static IEnumerable<BatchResult> Describe(
        IReadOnlyList<BatchOperation> operations, IReadOnlyList<WriteResult> results, Func<int, RequestUnits> readCharge)
    {
        if (results[^1].Succeeded)
        {
            return results.Select((result, index) => BatchOperations.ToResult(operations[index], result, readCharge));
        }

        var failed = results.Count - 1;
        var failure = BatchOperations.ToResult(operations[failed], results[failed], readCharge);
        return operations.Select((_, index) => index == failed ? failure : BatchOperations.FailedDependency);
    }

    /// <summary>In the format of the request.</summary>
    /// <param name="isCharged">Whether each operation is charged already.</param>
    private static CosmosResponse Respond(
        CosmosRequest request, Container container, Partition partition, IReadOnlyList<BatchResult> results, bool isCharged)
    {
        var isJson = JsonBatch.IsJson(request.Body);
        return new CosmosResponse
        {
            Status = results.All(result => result.Succeeded) ? CosmosStatus.Ok : CosmosStatus.MultiStatus,
            Kind = CallKind.Data,
            Charge = results.Aggregate(default(RequestUnits), (sum, result) => sum + result.Charge),
            Container = container,
            Partition = partition,
            IsCharged = isCharged,
            Body = isJson ? JsonBatch.Write(results) : BatchWriter.Write(results),
            IsHybridRow = !isJson,
            Usage = container.RecentUsage.Value,
        };
    }
}
