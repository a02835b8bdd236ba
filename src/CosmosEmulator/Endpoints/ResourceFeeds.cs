using System.Text;
using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Responses;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>
/// Lists and queries of all resources except items. No client merges the rows of partitions, so that a query has its own
/// result. Each page reads all resources: they are few.
/// </summary>
internal sealed class ResourceFeeds(QueryPrograms programs, TimeProvider time)
{
    /// <summary>A page of the resources, or of the result of the query that is posted.</summary>
    /// <param name="ownerRid">Of the resource that has them; empty for the account.</param>
    /// <param name="name">That of the rows.</param>
    /// <param name="resources">Each with a number, by which they are sorted.</param>
    public CosmosResponse Read(
        CosmosRequest request, string ownerRid, string name, IEnumerable<(int Number, JsonObject Json)> resources)
    {
        try
        {
            var program = request.Method == "POST" ? programs.Find(request.Body) : null;
            var source = (program?.Hash ?? 0) ^ MurmurHash3.Hash128(Encoding.UTF8.GetBytes($"{name} {ownerRid}")).Low;
            var start = Continuation.At(source, PagePosition.Start);
            if (request.Header(CosmosHeaders.Continuation) is { } token
                && (!Continuation.TryRead(token, out start) || start.Source != source))
            {
                return CosmosErrors.BadRequest($"The continuation token '{token}' is malformed, or of another query or list.");
            }

            var page = DocumentQuery.ReadPage(
                program,
                resources.OrderBy(each => each.Number).Select(each => ((long)each.Number, ResourceJson.ToBytes(each.Json))),
                start.Position,
                request.MaxItemCount,
                time,
                request.Aborted);
            return new CosmosResponse
            {
                Status = CosmosStatus.Ok,
                Feed = page.ToFeed(ownerRid, name),
                ItemCount = page.Count,
                Continuation = page.HasMore ? (start with { Position = page.Next }).ToToken() : null,
            };
        }
        catch (SqlException error)
        {
            return CosmosErrors.BadRequest(error.ToErrorJson());
        }
    }
}
