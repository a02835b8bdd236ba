namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>
/// The kinds of calls to the database: for documents (data), for the plan of a query, or for anything else (metadata).
/// </summary>
internal static class CosmosCall
{
    public const string Data = "data";
    public const string Plan = "plan";
    public const string Metadata = "metadata";

    public static string KindOf(HttpRequestMessage request)
    {
        if (request.Headers.Contains(CosmosHeaders.QueryPlanRequest))
        {
            return Plan;
        }

        return IsForDocuments(request.RequestUri) ? Data : Metadata;
    }

    // "/dbs/{database}/colls/{container}/docs" and paths below it.
    private static bool IsForDocuments(Uri? address)
    {
        var segments = address?.Segments ?? [];
        return segments.Length > 5 && segments[5].TrimEnd('/') == "docs";
    }
}
