using System.Globalization;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.ServiceDefaults.Cosmos;
using DroneDelivery.ServiceDefaults.Tests.Telemetry;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.DependencyInjection;
using Emulator = DroneDelivery.CosmosEmulator.Hosting.EmulatorApplication;

namespace DroneDelivery.ServiceDefaults.Tests.Cosmos;

/// <summary>
/// What a service counts at <c>/metrics</c>, compared with what the emulator counted: the unmodified SDK over a socket. Alone: the
/// meters of all services in this process reach each of their readers.
/// </summary>
[Collection(AloneCollection.Name)]
public sealed partial class CosmosMetricsTests
{
    private const int Partitions = 3;
    private const string Charge = "azure_cosmosdb_client_request_charge_total";
    private const string Calls = "azure_cosmosdb_client_request_duration_seconds_count";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory(Timeout = 300_000)]
    [InlineData("0")]
    [InlineData("1")]
    public async Task Metrics_OfTheSdksCalls_EqualTheEmulatorsCountersByPartition(string traceRatio)
    {
        await using var collector = await Collector.StartAsync();
        var clock = new ManualTimeProvider();
        await using var emulator = Emulator.Build(new EmulatorOptions { Port = 0, Time = clock });
        await emulator.StartAsync(Cancelled);
        using var admin = new HttpClient { BaseAddress = new Uri(emulator.Urls.First()) };
        // 100 RU/s for each partition: the items of the test cost more, so calls are throttled until the clock moves on.
        var definition = new { partitionKeyPath = "/owner", partitions = Partitions, throughput = 100 * Partitions };
        using var put = await admin.PutAsJsonAsync("/_emulator/databases/test/containers/things", definition, Cancelled);
        await using var service = await StartServiceAsync(admin.BaseAddress, collector.Settings(), traceRatio);

        var work = service.Client.GetStringAsync("/work", Cancelled);
        using var poll = new PeriodicTimer(TimeSpan.FromMilliseconds(20));
        while (!work.IsCompleted && await poll.WaitForNextTickAsync(Cancelled))
        {
            clock.Advance((await ReadPartitionsAsync(admin)).All(Throttled) ? TimeSpan.FromSeconds(1) : TimeSpan.Zero);
        }

        await work;
        var samples = Parse(await service.Client.GetStringAsync("/metrics", Cancelled));
        foreach (var partition in await ReadPartitionsAsync(admin))
        {
            var id = (string)partition!["id"]!;
            var ofPartition = samples.Where(sample => sample["azure_cosmosdb_partition_key_range_id"] == id).ToArray();
            var throttled = Sum(ofPartition, Calls, sample => sample["db_response_status_code"] == "429");
            Assert.Equal((double)partition["requestUnits"]!, Sum(ofPartition, Charge), precision: 2);
            Assert.Equal((double)partition["throttled"]!, throttled);
            Assert.Equal((double)partition["calls"]!, Sum(ofPartition, Calls));
            Assert.True(throttled > 0, $"Partition {id} throttled no call.");
        }

        var operations = samples.Where(sample => sample.Name == Calls && sample["db_collection_name"] == "things")
            .Select(sample => sample["db_operation_name"]).Distinct().Order(StringComparer.Ordinal);
        Assert.Equal(
            ["create_item", "delete_item", "query_items", "query_plan", "read_item", "replace_item", "upsert_item"], operations);
    }

    private static async Task<JsonArray> ReadPartitionsAsync(HttpClient admin)
    {
        var state = await admin.GetFromJsonAsync<JsonNode>("/_emulator/state", Cancelled);
        return state!["containers"]![0]!["partitions"]!.AsArray();
    }

    private static bool Throttled(JsonNode? partition) => (double)partition!["throttled"]! > 0;

    private static Task<TestService> StartServiceAsync(Uri account, Dictionary<string, string?> settings, string traceRatio)
    {
        settings["Telemetry:TraceRatio"] = traceRatio;
        settings["Cosmos:ThrottleRetries"] = "100";
        settings["Cosmos:ThrottleWait"] = "00:05:00";
        settings["Cosmos:ConnectionString"] = $"AccountEndpoint={account};AccountKey={EmulatorOptions.WellKnownKey}";
        return TestService.StartAsync(
            builder => builder.AddCosmos(),
            app => app.MapGet("/work", (CosmosClient client) => WorkAsync(client.GetContainer("test", "things"))),
            settings);
    }

    private static async Task<string> WorkAsync(Container container)
    {
        var things = Enumerable.Range(0, 90).Select(number => new Thing($"t{number}", $"o{number}")).ToArray();
        await Task.WhenAll(things.Select(thing => CreateAndReadAsync(container, thing)));
        var (id, key) = (things[0].Id, new PartitionKey(things[0].Owner));
        await container.UpsertItemAsync(things[0], key);
        await container.ReplaceItemAsync(things[0], id, key);
        await container.DeleteItemAsync<Thing>(id, key);
        using var query = container.GetItemQueryIterator<Thing>("SELECT * FROM c WHERE c.id = 't1'");
        while (query.HasMoreResults)
        {
            await query.ReadNextAsync();
        }

        return "done";
    }

    /// <summary>
    /// Calls that begin together can all be let through before one of them is charged. Then the partition is in debt, and the
    /// reads are throttled.
    /// </summary>
    private static async Task CreateAndReadAsync(Container container, Thing thing)
    {
        var key = new PartitionKey(thing.Owner);
        await container.CreateItemAsync(thing, key);
        await container.ReadItemAsync<Thing>(thing.Id, key);
    }

    private static double Sum(IEnumerable<Sample> samples, string name, Func<Sample, bool>? include = null) =>
        samples.Where(sample => sample.Name == name && include?.Invoke(sample) is not false).Sum(sample => sample.Value);

    private static Sample[] Parse(string metrics) =>
    [
        .. SampleLine().Matches(metrics).Select(line => new Sample(
            line.Groups["name"].Value,
            Label().Matches(line.Groups["labels"].Value).ToDictionary(
                label => label.Groups["name"].Value, label => label.Groups["value"].Value),
            double.Parse(line.Groups["value"].Value, CultureInfo.InvariantCulture))),
    ];

    [GeneratedRegex(@"^(?<name>\w+)\{(?<labels>.*)\} (?<value>\S+)$", RegexOptions.Multiline)]
    private static partial Regex SampleLine();

    [GeneratedRegex(@"(?<name>\w+)=""(?<value>[^""]*)""")]
    private static partial Regex Label();

    private sealed record Thing(string Id, string Owner);

    private sealed record Sample(string Name, IReadOnlyDictionary<string, string> Labels, double Value)
    {
        public string? this[string label] => Labels.GetValueOrDefault(label);
    }
}
