using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>
/// The change feed of a container in latest version mode. The service's other mode, all versions and deletes, is not supported.
/// </summary>
internal sealed class ChangeFeedEndpoints(Account account, PartitionEntry entry, ReadCost readCost)
{
    private const string LatestVersion = "Incremental Feed";
    private const string AllVersions = "Full-Fidelity Feed";

    public async ValueTask<CosmosResponse> ReadAsync(CosmosRequest request)
    {
        if (DataContainer.Find(account, request, out var refusal) is not { } container
            || QueryTarget.Find(container, request, isQuery: false, out refusal) is not { } target)
        {
            return refusal!;
        }

        if (FindFault(request, target) is { } fault)
        {
            return CosmosErrors.Data(container, null, CosmosStatus.BadRequest, fault);
        }

        if (entry.RefuseRead(container, target.Partition, request) is { } turnedAway)
        {
            return turnedAway;
        }

        return ChangeFeedPosition.Read(request, target, out var positionFault) is { } position
            ? await ReadPageAsync(request, target, position)
            : CosmosErrors.Data(container, target.Partition, CosmosStatus.BadRequest, positionFault!);
    }

    private static string? FindFault(CosmosRequest request, QueryTarget target)
    {
        var mode = request.Header(CosmosHeaders.ChangeFeed);
        return Is(mode, AllVersions) ? "The change feed of all versions and deletes is not supported by this emulator."
            : !Is(mode, LatestVersion) ? $"{CosmosHeaders.ChangeFeed} '{mode}' is not '{LatestVersion}'."
            : target.SpansPartitions && target.Container.Partitions.Count > 1
                ? $"The change feed of a container with several partitions needs {CosmosHeaders.PartitionKeyRangeId} or "
                    + $"a whole {CosmosHeaders.PartitionKey}."
            : target.TokenFault;
    }

    // Other clients write the second word in lower case.
    private static bool Is(string? mode, string other) => string.Equals(mode, other, StringComparison.OrdinalIgnoreCase);

    private async ValueTask<CosmosResponse> ReadPageAsync(CosmosRequest request, QueryTarget target, ChangeFeedPosition position)
    {
        var page = await new ChangeFeed(target.Range, position.AfterSeconds).ReadPageAsync(
            target.Partition.Documents,
            position.AfterSequence,
            request.MaxItemCount,
            request.Aborted);
        return new CosmosResponse
        {
            Status = page.Documents.Count == 0 ? CosmosStatus.NotModified : CosmosStatus.Ok,
            Kind = CallKind.Data,
            Charge = readCost.Apply(Charges.ChangeFeedPage(page.Bytes), request.Header(CosmosHeaders.ConsistencyLevel)),
            Container = target.Container,
            Partition = target.Partition,
            SessionSequence = SessionSequenceOf(page, target.Partition.Documents),
            Feed = ResourceFeed.Create(target.Container.Rid, "Documents", page.Documents),
            ItemCount = page.Documents.Count,
            ETag = new ChangeFeedPosition(page.LastSequence).ToETag(target.Container),
            Usage = target.Container.RecentUsage.Value,
        };
    }

    /// <summary>
    /// The number of the page's last change, and as many more as its partition has writes after it. The SDK's estimator takes its
    /// difference to the number of a change for the number of writes that are left: that of the partition's last write would count
    /// those of the other partitions too, since all partitions number their writes together.
    /// </summary>
    private static long SessionSequenceOf(ChangeFeedPage page, DocumentStore documents)
    {
        var last = page.Documents is [.., var change] ? change.Document.Version.Sequence : page.LastSequence;
        return Math.Clamp(last + documents.CountWritesAfter(last), 1, documents.Sequence);
    }
}
