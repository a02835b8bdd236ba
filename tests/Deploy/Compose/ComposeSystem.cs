using System.Net;
using DroneDelivery.DroneDatabase.Emulator;
using DroneDelivery.LoadTests.Lab.Collection;
using DroneDelivery.SampleData;

namespace DroneDelivery.Deploy.Tests.Compose;

/// <summary>Its tests share one system.</summary>
[CollectionDefinition(Name)]
public sealed class ComposeCollection : ICollectionFixture<ComposeSystem>
{
    public const string Name = "Compose";
}

/// <summary>
/// The system of the Compose file on loopback, as processes with the configuration of their containers: the emulator with a small
/// world, the four services, Prometheus if it is installed, and a receiver in place of the Collector. It starts, and serves a
/// bounded load, with the first test that needs it; the tests of a collection run one after another.
/// </summary>
public sealed class ComposeSystem : IAsyncDisposable
{
    // Two queries in a second use it up.
    private const int ThroughputPerPartition = 5;
    private const int Partitions = 9;
    private const int InvoicedOwners = 6;
    private const int Months = 12;

    // More than the burst of the plan free.
    private const int FreeInvoices = 100;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-compose-");
    private readonly List<IAsyncDisposable> _running = [];
    private readonly World _world = new(owners: 30);
    private Task? _start;
    private OtlpReceiver _collector = null!;

    internal ComposeFile File { get; } = ComposeFile.Read();

    internal ComposeAddresses Table { get; private set; } = null!;

    internal HttpClient Http { get; } = new();

    internal EmulatorAdmin Emulator { get; private set; } = null!;

    /// <summary>The emulator's counters after the load; tests that start Delivery again add to them.</summary>
    internal EmulatorState StateAfterLoad { get; private set; } = null!;

    /// <summary>Null if it is not installed.</summary>
    internal PrometheusServer? Prometheus { get; private set; }

    /// <summary>The names of the services whose metrics the receiver has got.</summary>
    internal IReadOnlySet<string> SendersOfMetrics => _collector.Metrics.Latest().Select(sample => sample.Service).ToHashSet();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>Skips the test where it cannot run; otherwise returns the running system.</summary>
    internal async Task<ComposeSystem> StartedAsync()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux has all of 127.0.0.0/8 without configuration.");
        await (_start ??= StartAsync());
        return this;
    }

    /// <summary>The running system with Prometheus; skips the test if it is not installed.</summary>
    internal async Task<PrometheusServer> StartedPrometheusAsync()
    {
        Assert.SkipUnless(PrometheusServer.IsInstalled, "prometheus is not installed.");
        return (await StartedAsync()).Prometheus!;
    }

    /// <param name="service">Its name in the file.</param>
    /// <param name="file">A changed copy of the file; null for the file.</param>
    /// <param name="again">Whether it is started a second time, at another address.</param>
    internal ComposeProgram Program(string service, ComposeFile? file = null, bool again = false)
    {
        var host = service == "cosmos-emulator" ? "cosmos" : service;
        return new ComposeProgram(
            host, (file ?? File).Services[service], again ? Table.WithNewAddress(host) : Table, _folder.FullName);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var each in Enumerable.Reverse(_running))
        {
            await each.DisposeAsync();
        }

        Http.Dispose();
        _folder.Delete(recursive: true);
    }

    private async Task StartAsync()
    {
        _collector = await OtlpReceiver.StartAsync(seed: 1, TimeProvider.System, Cancelled);
        _running.Add(_collector);
        Table = new ComposeAddresses(_folder.FullName, _collector.Endpoint.Authority);
        _folder.CreateSubdirectory("data");
        Emulator = new EmulatorAdmin(new Uri($"http://{Table.AddressOf("cosmos")}:8081/"));
        await StartAsync("cosmos-emulator");
        await SeedAsync();
        await Task.WhenAll(StartAsync("delivery"), StartAsync("package"), StartAsync("drone-scheduler"));
        var keys = (await AddKeyAsync("acme", "standard"), await AddKeyAsync("visitor", "free"));
        await StartAsync("gateway");
        if (PrometheusServer.IsInstalled)
        {
            Prometheus = await PrometheusServer.StartAsync(File.Services["prometheus"], Table, _folder.FullName, Http);
            _running.Add(Prometheus);
        }

        await LoadAsync(keys);
        StateAfterLoad = await Emulator.ReadStateAsync(sinceSecond: 0, Cancelled);
    }

    private async Task StartAsync(string service)
    {
        var process = await Program(service).StartAsync(Http);
        lock (_running)
        {
            _running.Add(process);
        }
    }

    private async Task SeedAsync()
    {
        foreach (var container in new[] { DroneContainers.ByDeliveryId, DroneContainers.ByOwnerId })
        {
            await Emulator.FillAsync(
                DroneContainers.Database, container.Id, container.PartitionKeyPath, Partitions,
                ThroughputPerPartition * Partitions,
                (stream, token) => DeliveryDocuments.WriteNdjsonAsync(_world, stream, token), Cancelled);
        }

        var summaries = DroneContainers.Summaries;
        await Emulator.FillAsync(
            DroneContainers.Database, summaries.Id, summaries.PartitionKeyPath, summaries.Partitions, summaries.Throughput,
            (stream, token) => SummaryDocuments.WriteNdjsonAsync(_world, stream, token), Cancelled);
    }

    // Each kind of response that a dashboard shows: from the database, from the cache, throttled, refused by a limit and by keys.
    private async Task LoadAsync((string Standard, string Free) keys)
    {
        var owners = _world.OwnerIds.Take(InvoicedOwners).ToArray();
        for (var repeat = 0; repeat < 2; repeat++)
        {
            var answers = await Task.WhenAll(owners.Select(owner => GetInvoiceAsync(owner, keys.Standard)));
            Assert.All(answers, answer => Assert.Equal(HttpStatusCode.OK, answer));
        }

        // A busy machine may send the queries at such a distance that no partition is out of request units.
        for (var batch = 0; !await HasThrottledAsync(); batch++)
        {
            Assert.True(batch < 5 * Months, "No call was throttled.");
            var others = _world.OwnerIds.Skip(InvoicedOwners * (batch % 5)).Take(InvoicedOwners);
            await Task.WhenAll(others.Select(owner => GetInvoiceAsync(owner, keys.Standard, month: 1 + (batch / 5))));
        }

        var statuses = await Task.WhenAll(Enumerable.Range(0, FreeInvoices).Select(_ => GetInvoiceAsync(owners[0], keys.Free)));
        Assert.Contains(HttpStatusCode.TooManyRequests, statuses);
        Assert.Equal(HttpStatusCode.Unauthorized, await GetInvoiceAsync(owners[0], "no key"));
    }

    private async Task<bool> HasThrottledAsync() =>
        (await Emulator.ReadStateAsync(sinceSecond: 0, Cancelled)).Containers
            .SelectMany(container => container.Partitions)
            .Any(partition => partition.Seconds.Any(second => second.Throttled > 0));

    private async Task<string> AddKeyAsync(string holder, string plan)
    {
        var added = await Program("gateway").RunAsync("keys", "add", holder, "--plan", plan, "--all-owners", "--create");
        Assert.True(added.ExitCode == 0, added.Errors);
        return added.Output.Trim();
    }

    private async Task<HttpStatusCode> GetInvoiceAsync(string owner, string key, int month = 6)
    {
        using var request = new HttpRequestMessage(
            HttpMethod.Get, $"http://{Table.AddressOf("gateway")}:5080/api/invoices/{owner}?year=2025&month={month}");
        request.Headers.Add("X-Api-Key", key);
        using var response = await Http.SendAsync(request, Cancelled);
        return response.StatusCode;
    }
}
