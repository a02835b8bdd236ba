using System.Collections.Concurrent;
using System.Diagnostics;
using System.Reflection;
using DroneDelivery.LoadTests.Insight.Runs;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.Lab.Tests.CallRecording;

/// <summary>The spans that the unmodified SDK sends, in each form of its attributes, as the figures of a run.</summary>
public sealed class SdkSpansTests
{
    private const string StabilityVariable = "OTEL_SEMCONV_STABILITY_OPT_IN";

    /// <summary>The SDK's spans have whole RU.</summary>
    private const double RoundingOfACall = 0.5;

    private const string SourceName = "DroneDelivery.Lab.Tests.SdkSpans";

    private static readonly ActivitySource Source = new(SourceName);

    [Theory]
    [InlineData("database", "azure.cosmosdb.request.request_charge", null)]
    [InlineData("database/dup", "azure.cosmosdb.request.request_charge", "db.cosmosdb.request_charge")]
    public async Task Estimate_OperationsOnly_HasTheirCallsAndCharges(string stability, string attribute, string? other)
    {
        await using var account = await CosmosAccount.StartAsync();
        var (spans, charge, calls) = await RunAsync(account, stability, withHttp: false);

        var operation = spans.First(span => span.Name.StartsWith("create_item", StringComparison.Ordinal));
        Assert.Contains(attribute, operation.Attributes.Keys);
        Assert.Equal(other is not null, operation.Attributes.ContainsKey("db.cosmosdb.request_charge"));
        Assert.Equal(("internal", "cosmosdb"), (operation.Kind, operation.Attributes["db.system.name"]));
        var estimate = Estimate(spans);
        Assert.Equal((CosmosAccount.Orders, calls), (estimate.Container, estimate.DataCalls));
        Assert.InRange(estimate.RequestUnits, charge - (calls * RoundingOfACall), charge + (calls * RoundingOfACall));
        Assert.Equal(["200", "201"], estimate.DataCallsByStatus.Keys.Order());
    }

    /// <summary>The spans of HTTP calls do not tell query plans from queries.</summary>
    [Fact]
    public async Task Estimate_WithHttpCalls_HasAsManyAsTheAccountCounted()
    {
        await using var account = await CosmosAccount.StartAsync();
        var (spans, charge, calls) = await RunAsync(account, "database", withHttp: true);

        var estimate = Estimate(spans);

        var state = await account.StateAsync();
        Assert.Equal(state.Calls.Data.Values.Sum() + state.Calls.Plan.Values.Sum(), estimate.DataCalls);
        Assert.InRange(estimate.RequestUnits, charge - (calls * RoundingOfACall), charge + (calls * RoundingOfACall));
    }

    [Fact]
    public async Task Estimate_ThrottledCalls_AreThoseOfTheAccount()
    {
        await using var account = await CosmosAccount.StartAsync();
        using var client = account.Connect(account.Endpoint, traced: true, retries: 1);

        var spans = await TraceAsync(withHttp: true, () => Order.CreateUntilThrottledAsync(Orders(client)));

        var state = await account.StateAsync();
        Assert.Equal(2, state.Calls.Data["429"]);
        Assert.Equal(state.Calls.Data, Estimate(spans).DataCallsByStatus);
    }

    /// <returns>The spans of two creates and a query of all partitions, their charge, and their number with the pages.</returns>
    private static async Task<(IReadOnlyList<SpanRecord> Spans, double Charge, int Calls)> RunAsync(
        CosmosAccount account, string stability, bool withHttp)
    {
        UseAttributes(stability);
        using var client = account.Connect(account.Endpoint, traced: true);
        var (charge, found) = (0.0, 0);
        var spans = await TraceAsync(withHttp, async () =>
        {
            charge = await Order.CreateAsync(Orders(client), new("1", "a", "x"), new("2", "b", "x"));
            (found, var cost) = await Order.QueryAsync(Orders(client), "x");
            charge += cost;
        });
        Assert.Equal(2, found);
        return (spans, charge, spans.Count(span => span.Name.EndsWith(CosmosAccount.Orders, StringComparison.Ordinal)));
    }

    private static Container Orders(CosmosClient client) => client.GetContainer("shop", CosmosAccount.Orders);

    /// <summary>The SDK reads the variable once for the process, and again on this call.</summary>
    private static void UseAttributes(string stability)
    {
        Environment.SetEnvironmentVariable(StabilityVariable, stability);
        typeof(CosmosClient).Assembly.GetType("Microsoft.Azure.Cosmos.Telemetry.TracesStabilityFactory", throwOnError: true)!
            .GetMethod("RefreshStabilityMode", BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic)!
            .Invoke(null, null);
    }

    /// <summary>The spans of one request. Those of tests that run at the same time are not created.</summary>
    private static async Task<IReadOnlyList<SpanRecord>> TraceAsync(bool withHttp, Func<Task> work)
    {
        var traceId = ActivityTraceId.CreateRandom();
        var ended = new ConcurrentQueue<Activity>();
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name is SourceName or "Azure.Cosmos.Operation"
                || (withHttp && source.Name == "System.Net.Http"),
            Sample = (ref ActivityCreationOptions<ActivityContext> options) => options.Parent.TraceId == traceId
                ? ActivitySamplingResult.AllDataAndRecorded
                : ActivitySamplingResult.None,
            ActivityStopped = activity =>
            {
                if (activity.TraceId == traceId)
                {
                    ended.Enqueue(activity);
                }
            },
        };
        ActivitySource.AddActivityListener(listener);
        var caller = new ActivityContext(traceId, ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded);
        using (Source.StartActivity("GET /", ActivityKind.Server, caller))
        {
            await work();
        }

        return [.. ended.Select(ToSpan)];
    }

    private static SpanRecord ToSpan(Activity activity) => new(
        (activity.StartTimeUtc - DateTime.UnixEpoch).Ticks * 100, activity.Duration.Ticks * 100,
        activity.Status == ActivityStatusCode.Error, activity.TagObjects.ToDictionary(tag => tag.Key, tag => $"{tag.Value}"))
    {
        TraceId = activity.TraceId.ToHexString(),
        SpanId = activity.SpanId.ToHexString(),
        ParentSpanId = activity.ParentSpanId.ToHexString(),
        Service = "orders",
        Name = activity.DisplayName,
        Kind = activity.Kind.ToString().ToLowerInvariant(),
    };

    /// <summary>Of one request: the figures are not scaled.</summary>
    private static CosmosRecord Estimate(IReadOnlyList<SpanRecord> spans) =>
        CosmosEstimate.FromSamples(RunSamples.None with { Spans = spans }, sent: 1, DateTimeOffset.UnixEpoch);
}
