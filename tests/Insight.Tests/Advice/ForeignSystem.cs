using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice;

/// <summary>
/// The run of another system: other names of services, processes, container and properties, no tags of its own, only what
/// OpenTelemetry's conventions say.
/// </summary>
internal static class ForeignSystem
{
    private static readonly Dictionary<string, string> Names = new()
    {
        ["gateway"] = "storefront",
        ["delivery"] = "orders",
        ["package"] = "stock",
        ["drone-scheduler"] = "couriers",
        ["emulator"] = "database",
        ["deliveriesByDeliveryId"] = "ordersByNumber",
        ["deliveryId"] = "number",
        ["ownerId"] = "shopper",
        ["/deliveryId"] = "/number",
        ["/ownerId"] = "/shopper",
    };

    public static RunData FromRun(RunData data)
    {
        var (record, samples) = data;
        return new RunData(
            record with
            {
                Manifest = record.Manifest with
                {
                    Lab = "shop",
                    Scenario = "monday",
                    Title = "Monday",
                    Configuration = NoFlags,
                    Flags = new Dictionary<Setting, string>(),
                },
                Cosmos = record.Cosmos with
                {
                    Container = Name(record.Cosmos.Container),
                    PartitionKeyPath = Name(record.Cosmos.PartitionKeyPath),
                    Properties = [.. record.Cosmos.Properties.Select(property => property with { Name = Name(property.Name) })],
                },
                Processes = [.. record.Processes.Select(process => process with { Name = Name(process.Name) })],
            },
            samples with
            {
                Spans = [.. samples.Spans.Select(Foreign)],
                Metrics = [.. samples.Metrics.Select(sample => sample with { Service = Name(sample.Service) })],
            });
    }

    private static IReadOnlyDictionary<string, string> NoFlags { get; } = new Dictionary<string, string>();

    private static string Name(string name) => Names.GetValueOrDefault(name, name);

    private static SpanRecord Foreign(SpanRecord span)
    {
        var attributes = span.Attributes
            .Where(attribute => !attribute.Key.StartsWith("drone.", StringComparison.Ordinal))
            .ToDictionary(attribute => attribute.Key, attribute => Text(attribute.Value));
        if (span.Attributes.ContainsKey(SpanRecord.CosmosCall))
        {
            attributes["db.system.name"] = "azure.cosmosdb";
        }

        return span with { Service = Name(span.Service), Name = "request", Attributes = attributes };
    }

    private static string Text(string value) => value
        .Replace("c.ownerId", "c.shopper", StringComparison.Ordinal)
        .Replace("/package/", "/stock/", StringComparison.Ordinal)
        .Replace("/drone-scheduler/", "/couriers/", StringComparison.Ordinal);
}
