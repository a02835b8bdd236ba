using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Endpoints;

internal sealed class AccountEndpoints(ConsistencyLevel consistency)
{
    private const string AccountName = "emulator";

    /// <summary>The client takes its endpoint from here, so it must be the address by which it came.</summary>
    public CosmosResponse Read(CosmosRequest request)
    {
        var json = new JsonObject
        {
            ["id"] = AccountName,
            ["_rid"] = $"{AccountName}.localhost",
            ["_self"] = "",
            ["_dbs"] = "//dbs/",
            ["addresses"] = "//addresses/",
            ["media"] = "//media/",
            ["writableLocations"] = Locations(request.Origin),
            ["readableLocations"] = Locations(request.Origin),
            ["enableMultipleWriteLocations"] = false,
            ["userReplicationPolicy"] = ReplicationPolicy(),
            ["systemReplicationPolicy"] = ReplicationPolicy(),
            ["userConsistencyPolicy"] = new JsonObject { ["defaultConsistencyLevel"] = $"{consistency}" },
            ["readPolicy"] = new JsonObject { ["primaryReadCoefficient"] = 1, ["secondaryReadCoefficient"] = 1 },
            ["queryEngineConfiguration"] = QueryEngineConfiguration().ToJsonString(),
        };
        return new CosmosResponse { Status = CosmosStatus.Ok, Body = ResourceJson.ToBytes(json) };
    }

    private static JsonArray Locations(string origin) =>
        new(new JsonObject { ["name"] = "Emulator", ["databaseAccountEndpoint"] = $"{origin}/" });

    private static JsonObject ReplicationPolicy() =>
        new() { ["asyncReplication"] = false, ["minReplicaSetSize"] = 1, ["maxReplicasetSize"] = 4 };

    // Sent as text inside the JSON. A client that parses queries itself reads its limits in it.
    private static JsonObject QueryEngineConfiguration() => new()
    {
        ["maxSqlQueryInputLength"] = SqlRequest.MaxTextLength,
        ["maxJoinsPerSqlQuery"] = QueryParser.MaxJoins,
        ["maxLogicalAndPerSqlQuery"] = 2000,
        ["maxLogicalOrPerSqlQuery"] = 2000,
        ["maxUdfRefPerSqlQuery"] = 10,
        ["maxInExpressionItemsCount"] = 16000,
        ["queryMaxInMemorySortDocumentCount"] = 500,
        ["maxQueryRequestTimeoutFraction"] = 0.9,
        ["sqlAllowNonFiniteNumbers"] = false,
        ["sqlAllowAggregateFunctions"] = true,
        ["sqlAllowSubQuery"] = true,
        ["sqlAllowScalarSubQuery"] = true,
        ["allowNewKeywords"] = true,
        ["sqlAllowLike"] = true,
        ["sqlAllowGroupByClause"] = true,
        ["maxSpatialQueryCells"] = 12,
        ["spatialMaxGeometryPointCount"] = 256,
        ["sqlDisableOptimizationFlags"] = 0,
        ["sqlAllowTop"] = true,
        ["enableSpatialIndexing"] = true,
    };
}
