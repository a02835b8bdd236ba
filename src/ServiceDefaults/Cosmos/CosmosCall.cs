namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>What a call to the database is for: documents (data), the plan of a query, or anything else (metadata).</summary>
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

        return IsAboutDocuments(request.RequestUri) ? Data : Metadata;
    }

    // "/dbs/{database}/colls/{container}/docs" and anything below it.
    private static bool IsAboutDocuments(Uri? address)
    {
        var segments = address?.Segments ?? [];
        return segments.Length > 5 && segments[5].TrimEnd('/') == "docs";
    }
}
