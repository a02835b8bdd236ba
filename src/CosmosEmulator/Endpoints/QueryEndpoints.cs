using System.Text.Json;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Query plans, pages of queries, and the feed of all items.</summary>
internal sealed class QueryEndpoints(Account account, PartitionEntry entry, QueryPrograms programs, ReadCost readCost)
{
    // What the service returns when the client leaves the page size to it.
    private const int UsualPage = 1000;

    public CosmosResponse Plan(CosmosRequest request)
    {
        if (DataContainer.Find(account, request, out var refusal) is not { } container)
        {
            return refusal!;
        }

        try
        {
            var query = SqlRequest.Parse(request.Body);
            var plan = QueryPlanner.Plan(
                programs.Parse(query.Text),
                query.Parameters,
                container.Definition.PartitionKeyPath.ToString(),
                request.Header(CosmosHeaders.PartitionKey),
                HashKey);
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

    public CosmosResponse Query(CosmosRequest request) => Read(request, isQuery: true);

    public CosmosResponse ReadFeed(CosmosRequest request) => Read(request, isQuery: false);

    private CosmosResponse Read(CosmosRequest request, bool isQuery)
    {
        if (DataContainer.Find(account, request, out var refusal) is not { } container
            || QueryTarget.Find(container, request, isQuery, out refusal) is not { } target)
        {
            return refusal!;
        }

        if (entry.Refuse(container, target.Partition) is { } turnedAway)
        {
            return turnedAway;
        }

        try
        {
            return ReadPage(request, target, isQuery ? programs.Find(request.Body) : null);
        }
        catch (SqlException error)
        {
            return CosmosErrors.Data(container, target.Partition, CosmosStatus.BadRequest, error.ToErrorJson());
        }
    }

    private CosmosResponse ReadPage(CosmosRequest request, QueryTarget target, QueryProgram? program)
    {
        var position = target.Position;
        var limit = Math.Min(request.MaxItemCount(UsualPage), (program?.Top ?? int.MaxValue) - position.RowsBefore);
        var query = new DocumentQuery(program, target.Range, target.PartitionKey);
        var page = query.ReadPage(target.Partition.Documents, position.AfterNumber, Math.Max(0, limit), request.Aborted);

        // A query that goes through all partitions pays for the visit at the start of each.
        var charge = RequestUnits.QueryPage(
            position.AfterNumber == 0, program?.Equality.Terms.Length ?? 0, page.LoadedBytes, page.ReturnedBytes);
        return new CosmosResponse
        {
            Status = CosmosStatus.Ok,
            Kind = CallKind.Data,
            Charge = readCost.Of(charge, request.Header(CosmosHeaders.ConsistencyLevel)),
            Container = target.Container,
            Partition = target.Partition,
            Feed = new ResourceFeed(target.Container.Rid, "Documents", page.Rows()),
            ItemCount = page.Count,
            Continuation = NextPosition(target, page, program?.Top)?.ToToken(target.Container),
        };
    }

    private static PagePosition? NextPosition(QueryTarget target, DocumentPage page, int? top)
    {
        var rows = target.Position.RowsBefore + page.Count;
        if (rows >= top)
        {
            return null;
        }

        if (page.HasMore)
        {
            return new PagePosition(page.LastNumber, rows, target.IsEveryPartition ? target.Partition.Id : null);
        }

        return target.IsEveryPartition && NextPartition(target) is { } next ? new PagePosition(0, rows, next.Id) : null;
    }

    private static Partition? NextPartition(QueryTarget target) =>
        target.Container.Partitions.SkipWhile(partition => partition != target.Partition).Skip(1).FirstOrDefault();

    private static string HashKey(JsonElement key) =>
        EffectivePartitionKey.Of(ScalarValue.Read(key) ?? ScalarValue.Undefined).ToHex();
}
