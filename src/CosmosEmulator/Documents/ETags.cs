namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>Conditional headers.</summary>
internal static class ETags
{
    /// <summary>Whether If-Match lets a change through.</summary>
    public static bool Allow(string? ifMatch, string etag) => ifMatch is null or "*" || ifMatch == etag;

    /// <summary>Whether If-None-Match says that the client has it already.</summary>
    public static bool IsKnown(string? ifNoneMatch, string etag) => ifNoneMatch == "*" || ifNoneMatch == etag;

    /// <summary>The ETag of a database, a container or an offer: one of the same name that is created later has another number.</summary>
    public static string ForResource(int version, int number) => $"\"{version:x8}-0000-0000-0000-{number:x12}\"";
}
