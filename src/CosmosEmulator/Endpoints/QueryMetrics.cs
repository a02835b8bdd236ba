using System.Globalization;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>The times of a query's page.</summary>
/// <param name="Compile">Reading and compiling the query, or finding it in the cache.</param>
/// <param name="Read">Finding the documents, the filter and the projection.</param>
internal readonly record struct QueryTimes(TimeSpan Compile, TimeSpan Read = default);

/// <summary>The header <c>x-ms-documentdb-query-metrics</c>.</summary>
internal static class QueryMetrics
{
    /// <summary>Documents are in memory and there are no user functions: what takes no time of its own here is 0.</summary>
    public static string Format(DocumentPage page, QueryTimes times)
    {
        var (compile, read) = (Format(times.Compile), Format(times.Read));
        var hitRatio = page.LoadedCount == 0 ? 1 : (double)page.Count / page.LoadedCount;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"totalExecutionTimeInMs={Format(times.Compile + times.Read)};queryCompileTimeInMs={compile};queryLogicalPlanBuildTimeInMs=0.00;"
            + $"queryPhysicalPlanBuildTimeInMs=0.00;queryOptimizationTimeInMs=0.00;VMExecutionTimeInMs={read};"
            + $"indexLookupTimeInMs=0.00;documentLoadTimeInMs=0.00;systemFunctionExecuteTimeInMs=0.00;"
            + $"userFunctionExecuteTimeInMs=0.00;retrievedDocumentCount={page.LoadedCount};retrievedDocumentSize={page.LoadedBytes};"
            + $"outputDocumentCount={page.Count};outputDocumentSize={page.ReturnedBytes};writeOutputTimeInMs=0.00;"
            + $"indexUtilizationRatio={FixedPoint.FormatHundredths(hitRatio)}");
    }

    private static string Format(TimeSpan time) => FixedPoint.FormatHundredths(time.TotalMilliseconds);
}
