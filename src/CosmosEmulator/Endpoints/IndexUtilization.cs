using System.Text.Json;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Query;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>
/// The header <c>x-ms-cosmos-index-utilization</c>: the indexes that a query uses. Each path in an equality or a range has one, so none
/// is missing.
/// </summary>
internal static class IndexUtilization
{
    /// <summary>Null if the request does not ask for it.</summary>
    public static string? Format(CosmosRequest request, QueryProgram program) =>
        request.HeaderIsTrue(CosmosHeaders.PopulateIndexMetricsV2) ? FormatV2(program)
        : request.HeaderIsTrue(CosmosHeaders.PopulateIndexMetrics) ? FormatV1(program)
        : null;

    /// <summary>JSON, in which other characters than ASCII are escaped.</summary>
    private static string FormatV2(QueryProgram program) => JsonSerializer.Serialize(new
    {
        UtilizedIndexes = new { SingleIndexes = Paths(program).Select(path => new { IndexSpec = path }), CompositeIndexes = None },
        PotentialIndexes = new { SingleIndexes = None, CompositeIndexes = None },
    });

    /// <summary>JSON in base64.</summary>
    private static string FormatV1(QueryProgram program) => Convert.ToBase64String(JsonSerializer.SerializeToUtf8Bytes(new
    {
        UtilizedSingleIndexes = Paths(program).Select(path => new
        {
            FilterExpression = "",
            IndexSpec = path,
            FilterPreciseSet = true,
            IndexPreciseSet = true,
            IndexImpactScore = "High",
        }),
        PotentialSingleIndexes = None,
        UtilizedCompositeIndexes = None,
        PotentialCompositeIndexes = None,
    }));

    private static string[] None => [];

    private static IEnumerable<string> Paths(QueryProgram program) => program.Indexed.Lookups.Select(lookup => $"{lookup.Path}/?");
}
