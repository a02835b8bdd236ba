using DroneDelivery.Deploy.Tests.Programs;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Deploy.Tests.Compose;

/// <summary>The configuration, rules and dashboards, against a real Prometheus that scrapes the running system.</summary>
[Collection(ComposeCollection.Name)]
public sealed class PrometheusTests(ComposeSystem system)
{
    [Theory]
    [InlineData("check", "config", "prometheus.yml")]
    [InlineData("check", "rules", "rules.yml")]
    [InlineData("test", "rules", "rules.test.yml")]
    public async Task Promtool_FilesOfPrometheus_AreAccepted(params string[] command)
    {
        Assert.SkipWhen(InstalledProgram.Find("promtool") is null, "promtool is not installed (Debian: prometheus).");

        var result = await ProgramResult.RunAsync(
            "promtool", command, new Dictionary<string, string>(), Path.Combine(ComposeFile.Folder, "prometheus"));

        Assert.True(result.ExitCode == 0, result.Output + result.Errors);
    }

    [Fact]
    public async Task Targets_OfTheConfiguration_AreUp()
    {
        var prometheus = await system.StartedPrometheusAsync();

        await prometheus.UntilAsync(async () =>
        {
            var up = (await prometheus.QueryAsync("up == 1")).Select(series => (string?)series.Labels["job"]);
            var jobs = string.Join(' ', up.Order(StringComparer.Ordinal));
            return jobs == "delivery drone-scheduler gateway package" ? null : $"only these are up: {jobs}";
        });
    }

    [Fact]
    public async Task Queries_OfPanelsAlertsAndRecords_ReturnSeries()
    {
        var prometheus = await system.StartedPrometheusAsync();
        var rules = PrometheusRules.Read();
        List<(string Title, string Query)> queries =
        [
            .. Dashboard.ReadAll().SelectMany(dashboard => dashboard.Queries),
            .. rules.Alerts.Select(alert => ($"alert {alert.Alert}", alert.Compared)),
            .. rules.Records.Select(record => ($"record {record.Record}", record.Record!)),
        ];

        var missing = queries;
        await prometheus.UntilAsync(async () =>
        {
            missing = await FindWithoutSeriesAsync(prometheus, missing);
            return missing.Count == 0 ? null : $"these return no series: {string.Join(", ", missing)}";
        });
    }

    [Theory]
    [InlineData("sum by (job) (rate(dotnet_process_cpu_seconds_total[1m]))")]
    [InlineData("job:http_requests:rates")]
    public async Task Query_MistypedName_ReturnsNoSeries(string query)
    {
        var prometheus = await system.StartedPrometheusAsync();

        Assert.Empty(await prometheus.QueryAsync(query));
    }

    [Fact]
    public async Task RequestUnits_OfEachPartitionAfterTheLoad_EqualTheEmulatorsCounters()
    {
        const string query = "sum by (db_collection_name, azure_cosmosdb_partition_key_range_id) "
            + """(azure_cosmosdb_client_request_charge_total{azure_cosmosdb_partition_key_range_id!=""})""";
        var prometheus = await system.StartedPrometheusAsync();
        // Whole thousandths: the emulator charges three decimals, and both sides add up floating-point numbers.
        var expected = (
            from container in system.StateAfterLoad.Containers
            from partition in container.Partitions
            let thousandths = Math.Round(1_000 * partition.Seconds.Sum(second => second.RequestUnits))
            where thousandths > 0
            select $"{container.Id} {partition.Id} {thousandths}").ToHashSet();
        Assert.True(expected.Count > 9, $"Few partitions were used: {string.Join(", ", expected)}");

        await prometheus.UntilAsync(async () =>
        {
            var scraped = (await prometheus.QueryAsync(query)).Select(series =>
                $"{series.Labels["db_collection_name"]} {series.Labels["azure_cosmosdb_partition_key_range_id"]} "
                + $"{Math.Round(1_000 * series.Value)}").ToHashSet();
            return expected.SetEquals(scraped)
                ? null
                : $"The emulator has {string.Join(", ", expected.Except(scraped))}; "
                    + $"Prometheus has {string.Join(", ", scraped.Except(expected))}.";
        });
    }

    private static async Task<List<(string Title, string Query)>> FindWithoutSeriesAsync(
        PrometheusServer prometheus, List<(string Title, string Query)> queries)
    {
        var missing = new List<(string Title, string Query)>();
        foreach (var (title, query) in queries)
        {
            if ((await prometheus.QueryAsync(query)).Count == 0)
            {
                missing.Add((title, query));
            }
        }

        return missing;
    }
}
