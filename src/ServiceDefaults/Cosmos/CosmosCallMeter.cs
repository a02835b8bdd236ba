using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Globalization;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>
/// Measures each HTTP call of the Cosmos SDK, retries included and traced or not: its duration, and its request charge. The SDK has
/// a metric of the duration too, without container and partition; the name is the same.
/// </summary>
internal sealed class CosmosCallMeter : DelegatingHandler
{
    public const string Name = "DroneDelivery.Cosmos";

    private readonly TimeProvider _time;
    private readonly Counter<double> _charge;
    private readonly Histogram<double> _duration;

    public CosmosCallMeter(IMeterFactory factory, TimeProvider time, HttpMessageHandler inner)
        : base(inner)
    {
        _time = time;
        var meter = factory.Create(Name);
        _charge = meter.CreateCounter<double>(
            "azure.cosmosdb.client.request.charge", "{request_unit}", "Request units that Cosmos DB charged.");
        _duration = meter.CreateHistogram(
            "azure.cosmosdb.client.request.duration",
            "s",
            "Duration of the calls to Cosmos DB, by status.",
            tags: null,
            new InstrumentAdvice<double>
            {
                HistogramBucketBoundaries =
                    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 0.75, 1, 2.5, 5, 10],
            });
    }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var start = _time.GetTimestamp();
        try
        {
            var response = await base.SendAsync(request, cancellationToken);
            RecordResponse(request, response, start);
            return response;
        }
        catch (Exception exception)
        {
            var tags = TagsFor(request, rangeId: null);
            tags.Add("error.type", exception.GetType().FullName);
            Record(start, tags);
            throw;
        }
    }

    private void RecordResponse(HttpRequestMessage request, HttpResponseMessage response, long start)
    {
        var tags = TagsFor(request, CosmosHeaders.Find(response.Headers, CosmosHeaders.PartitionKeyRangeId));
        var charge = CosmosHeaders.Find(response.Headers, CosmosHeaders.RequestCharge);
        if (double.TryParse(charge, NumberStyles.Float, CultureInfo.InvariantCulture, out var requestUnits) && requestUnits > 0)
        {
            _charge.Add(requestUnits, tags);
        }

        tags.Add("db.response.status_code", ((int)response.StatusCode).ToString(CultureInfo.InvariantCulture));
        Record(start, tags);
    }

    private void Record(long start, in TagList tags) => _duration.Record(_time.GetElapsedTime(start).TotalSeconds, tags);

    // All values are from small sets: a container that the service uses, an operation, and a partition of the container.
    private static TagList TagsFor(HttpRequestMessage request, string? rangeId)
    {
        var tags = new TagList { { "db.operation.name", CosmosCall.OperationOf(request) } };
        if (CosmosCall.FindContainer(request) is { } container)
        {
            tags.Add("db.collection.name", container);
        }

        if ((rangeId ?? CosmosHeaders.Find(request.Headers, CosmosHeaders.PartitionKeyRangeId)) is { } id)
        {
            tags.Add(CosmosCallTags.PartitionKeyRangeId, id);
        }

        return tags;
    }
}
