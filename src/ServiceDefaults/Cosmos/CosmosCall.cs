namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>
/// The kinds of calls to the database: for documents (data), for the plan of a query, or for anything else (metadata).
/// </summary>
internal static class CosmosCall
{
    public const string Data = "data";
    public const string Plan = "plan";
    public const string Metadata = "metadata";

    // The segments of "/dbs/{database}/colls/{container}/docs/{id}", with "/" as the first.
    private const int ContainerSegment = 4;
    private const int DocumentsSegment = 5;

    public static string KindOf(HttpRequestMessage request)
    {
        if (request.Headers.Contains(CosmosHeaders.QueryPlanRequest))
        {
            return Plan;
        }

        return IsForDocuments(request.RequestUri) ? Data : Metadata;
    }

    /// <summary>The operation, named as the SDK's spans name it. The SDK has no names for plans and metadata.</summary>
    public static string OperationOf(HttpRequestMessage request) => (KindOf(request), request.Method.Method) switch
    {
        (Plan, _) => "query_plan",
        (Metadata, _) => Metadata,
        (_, "POST") when request.Headers.Contains(CosmosHeaders.IsQuery) => "query_items",
        (_, "POST") when request.Headers.Contains(CosmosHeaders.IsUpsert) => "upsert_item",
        (_, "POST") => "create_item",
        (_, "GET") when request.RequestUri!.Segments.Length == DocumentsSegment + 1 => "read_all_items",
        (_, "GET") => "read_item",
        (_, "PUT") => "replace_item",
        (_, "DELETE") => "delete_item",
        _ => "other",
    };

    /// <summary>The container of a call for documents or for a plan; null for metadata.</summary>
    public static string? FindContainer(HttpRequestMessage request) =>
        IsForDocuments(request.RequestUri) ? request.RequestUri!.Segments[ContainerSegment].TrimEnd('/') : null;

    private static bool IsForDocuments(Uri? address)
    {
        var segments = address?.Segments ?? [];
        return segments.Length > DocumentsSegment && segments[DocumentsSegment].TrimEnd('/') == "docs";
    }
}
