namespace DroneDelivery.LoadTests.Scenarios;

/// <summary>What the published tuning study reports for one test.</summary>
/// <param name="RequestsPerSecond">Mean throughput over the whole test.</param>
/// <param name="MeanMs">Mean latency in milliseconds.</param>
/// <param name="Successful">Successful requests in eight minutes.</param>
/// <param name="ThrottledCalls">Cosmos DB calls answered 429.</param>
/// <param name="RequestUnitsPerOperation">RU for each call of the operation under study.</param>
/// <param name="CallsPerOperation">Cosmos DB calls for each call of the operation under study, as the study counted them.</param>
public sealed record PublishedFigures(
    double RequestsPerSecond,
    double MeanMs,
    long Successful,
    long ThrottledCalls,
    double RequestUnitsPerOperation,
    double CallsPerOperation);
