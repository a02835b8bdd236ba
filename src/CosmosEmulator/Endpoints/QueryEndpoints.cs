using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Throughput;
using DroneDelivery.CosmosEmulator.Values;
using DroneDelivery.ServiceDefaults.Listening;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Query plans, pages of queries, and the feed of all items.</summary>
internal sealed class QueryEndpoints(
    Account account, PartitionEntry entry, QueryPrograms programs, ReadCost readCost, TimeProvider time)
{
    // As the service says it. Clients take the plan that comes with it, or ask for one, and merge the partitions themselves.
    private const string CrossPartitionText =
        "The provided cross partition query can not be directly served by the gateway. This is a first chance (internal) exception that "
        + "all newer clients will know how to handle gracefully.";

    public CosmosResponse Plan(CosmosRequest request)
    {
        if (DataContainer.Find(account, request, out var refusal) is not { } container)
        {
            return refusal!;
        }

        IReadOnlyList<CosmosValue>? partitionKey = null;
        if (request.Header(CosmosHeaders.PartitionKey) is { } header)
        {
            if (!PartitionKeyHeader.TryRead(container, header, isPrefixAllowed: true, out var key, out refusal))
            {
                return refusal;
            }

            partitionKey = key.Levels;
        }

        try
        {
            var plan = MakePlan(container, request.Body, partitionKey);
            return new CosmosResponse { Status = CosmosStatus.Ok, Kind = CallKind.Plan, Container = container, Body = plan };
        }
        catch (SqlException error)
        {
            return new CosmosResponse
            {
                Status = CosmosStatus.BadRequest,
                Kind = CallKind.Plan,
                Container = container,
                Error = error.ToErrorJson(),
            };
        }
    }

    public ValueTask<CosmosResponse> QueryAsync(CosmosRequest request) => ReadAsync(request, isQuery: true);

    public ValueTask<CosmosResponse> ReadFeedAsync(CosmosRequest request) => ReadAsync(request, isQuery: false);

    private byte[] MakePlan(Container container, ReadOnlyMemory<byte> body, IReadOnlyList<CosmosValue>? partitionKey)
    {
        var prepared = programs.Prepare(body);
        return QueryPlanner.Plan(
            prepared.Query,
            prepared.Request.Parameters,
            container.Definition.PartitionKeyPaths,
            partitionKey,
            levels => EffectivePartitionKey.From(levels).ToHex());
    }

    private async ValueTask<CosmosResponse> ReadAsync(CosmosRequest request, bool isQuery)
    {
        if (DataContainer.Find(account, request, out var refusal) is not { } container
            || QueryTarget.Find(container, request, isQuery, out refusal) is not { } target)
        {
            return refusal!;
        }

        if (entry.RefuseRead(container, target.Partition, request) is { } turnedAway)
        {
            return turnedAway;
        }

        try
        {
            var start = time.GetTimestamp();
            var program = isQuery ? programs.Find(request.Body) : null;
            if (program is not null && FindSortFault(container, program) is { } unsorted)
            {
                throw new SqlSemanticException(SqlErrorCodes.None, unsorted);
            }

            if (target.SpansPartitions && container.Partitions.Count > 1 && program?.IsServedByPartition == false)
            {
                return RefuseWithPlan(request, target);
            }

            if (target.TokenFault is { } fault)
            {
                return CosmosErrors.Data(container, target.Partition, CosmosStatus.BadRequest, fault);
            }

            var times = new QueryTimes(Compile: time.GetElapsedTime(start));
            if (program is not { IsAnsweredByIndex: true })
            {
                await SocketThreads.SwitchToThreadPoolAsync();
            }

            return await ReadPageAsync(request, target, program, times);
        }
        catch (SqlException error)
        {
            return CosmosErrors.Data(container, target.Partition, CosmosStatus.BadRequest, error.ToErrorJson());
        }
    }

    private CosmosResponse RefuseWithPlan(CosmosRequest request, QueryTarget target) => new()
    {
        Status = CosmosStatus.BadRequest,
        SubStatus = CosmosSubStatus.CrossPartitionQueryNotServable,
        Kind = CallKind.Data,
        Charge = Charges.FailedCall,
        Container = target.Container,
        Error = CrossPartitionText,
        ErrorInfo = Encoding.UTF8.GetString(MakePlan(target.Container, request.Body, target.KeyLevels)),
    };

    private static string? FindSortFault(Container container, QueryProgram program) =>
        program.OrdersByItems ? "Order-by over correlated collections is not supported."
        : program.SortPaths.IsEmpty ? null
        : container.Definition.Indexing.FindSortFault(program.SortPaths);

    private async ValueTask<CosmosResponse> ReadPageAsync(
        CosmosRequest request, QueryTarget target, QueryProgram? program, QueryTimes times)
    {
        var source = (program?.Hash ?? 0) ^ BinaryPrimitives.ReadUInt64LittleEndian(target.Container.RidBytes);
        var start = target.Start ?? Continuation.At(source, PagePosition.Start);
        if (start.Source != source)
        {
            return CosmosErrors.Data(
                target.Container, target.Partition, CosmosStatus.BadRequest, "The continuation token is of another query or container.");
        }

        var arrival = time.GetTimestamp();
        var page = await new DocumentQuery(program, target.Range, target.PartitionKey, time)
            .ReadPageAsync(target.Partition.Documents, start.Position, request.MaxItemCount, request.Aborted);
        times = times with { Read = time.GetElapsedTime(arrival) };

        // A query that goes through all partitions is charged for the visit at the start of each.
        var remainder = start.Remainder;
        var charge = Charges.QueryPage(
            start.Position.IsStart, program?.Indexed.Lookups.Length ?? 0, page.LoadedBytes, page.ReturnedBytes, ref remainder);
        var next = start with { Position = page.Next, Remainder = remainder };
        return new CosmosResponse
        {
            Status = CosmosStatus.Ok,
            Kind = CallKind.Data,
            Charge = readCost.Apply(charge, request.Header(CosmosHeaders.ConsistencyLevel)),
            Container = target.Container,
            Partition = target.Partition,
            Feed = page.ToFeed(target.Container.Rid, DocumentPage.FeedName),
            ItemCount = page.Count,
            Continuation = FindNext(target, next, page.HasMore, program?.Limits.Last ?? long.MaxValue)?.ToToken(),
            Usage = target.Container.RecentUsage.Value,
            QueryMetrics = request.HeaderIsTrue(CosmosHeaders.PopulateQueryMetrics) ? QueryMetrics.Format(page, times) : null,
            IndexUtilization = program is null ? null : IndexUtilization.Format(request, program),
        };
    }

    /// <summary>Null after the last page.</summary>
    private static Continuation? FindNext(QueryTarget target, Continuation next, bool hasMore, long lastRow) =>
        next.Position.Rows >= lastRow ? null
        : hasMore ? next with { RangeId = target.SpansPartitions ? IdOf(target.Partition) : Continuation.NoRange }
        : target.SpansPartitions && NextPartition(target) is { } other
            ? next with { Position = PagePosition.Start with { Rows = next.Position.Rows }, Remainder = 0, RangeId = IdOf(other) }
        : null;

    private static int IdOf(Partition partition) => int.Parse(partition.Id, CultureInfo.InvariantCulture);

    // By its key: the partition of the page may have been replaced since.
    private static Partition? NextPartition(QueryTarget target)
    {
        var end = target.Partition.Range.Max;
        return end.CompareTo(target.Range.Max) < 0 ? target.Container.Partitions.Find(end) : null;
    }
}
