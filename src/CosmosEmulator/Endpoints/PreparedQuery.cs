using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>A query request whose body is read and whose text is parsed.</summary>
internal sealed class PreparedQuery(SqlRequest request, SqlQuery query)
{
    private QueryProgram? _program;

    public SqlRequest Request => request;

    public SqlQuery Query => query;

    /// <summary>Compiled when it is first used: a query that needs a plan may be one that no partition can serve.</summary>
    /// <exception cref="SqlException">The query names what does not exist or is not supported.</exception>
    public QueryProgram Program => _program ??= QueryProgram.Compile(query, request.Parameters, request.Hash, request.Resume);
}
