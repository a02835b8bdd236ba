using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using DroneDelivery.DroneDatabase.Emulator;
using DroneDelivery.Lab.Tests.Collection;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.CallRecording;
using DroneDelivery.TestSupport;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.Lab.Tests.CallRecording;

/// <summary>The unmodified SDK through the proxy to the emulator, which checks the signature of each call.</summary>
public sealed class RecordingProxyTests
{
    /// <summary>Its encoding is part of the address, and not of what is signed.</summary>
    private const string OddId = "a b+ü";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Proxy_CreateReadAndQuery_CountsWhatTheAccountCounts()
    {
        await using var account = await CosmosAccount.StartAsync();
        await using var proxy = await StartAsync(account);
        using var client = account.Connect(proxy.Address);
        var container = client.GetContainer("shop", CosmosAccount.Orders);

        await Order.CreateAsync(container, new(OddId, "a", "x"), new("2", "b", "x"), new("3", "c", "x"), new("4", "c", "y"));
        await container.ReadItemAsync<object>(OddId, new PartitionKey("a"), cancellationToken: Token);
        var (found, _) = await Order.QueryAsync(container, "x");

        Assert.Equal(3, found);
        await AssertSameCountsAsync(account, proxy);
        var operations = proxy.Calls.InWords();
        Assert.Contains("create_item", operations);
        Assert.Contains("read_item", operations);
        Assert.Contains("query_items", operations);
        Assert.Contains("query_plan", operations);
    }

    [Fact]
    public async Task Proxy_BudgetIsSpent_CountsTheThrottledCallAndItsWait()
    {
        await using var account = await CosmosAccount.StartAsync();
        await using var proxy = await StartAsync(account);
        using var client = account.Connect(proxy.Address);

        await Order.CreateUntilThrottledAsync(client.GetContainer("shop", CosmosAccount.Orders));

        await AssertSameCountsAsync(account, proxy);
        var state = await account.StateAsync();
        Assert.Equal(1, state.Calls.Data["429"]);
        var partition = Assert.Single(proxy.Calls.Read(0).Find(CosmosAccount.Orders)!.Partitions);
        Assert.Equal(1, partition.Seconds.Sum(second => second.Throttled));
        Assert.Matches(@" 1 throttled \(429\), with waits of [1-9]", proxy.Calls.InWords());
        Assert.Contains($"The busiest partition is {partition.Id} of orders, with ", proxy.Calls.InWords());
    }

    /// <summary>What <c>http --cosmos</c> does with the address of the proxy.</summary>
    [Fact]
    public async Task Proxy_AdminApi_ServesTheCountsAndResetsThem()
    {
        await using var account = await CosmosAccount.StartAsync();
        await using var proxy = await StartAsync(account);
        using var client = account.Connect(proxy.Address);
        using var admin = new EmulatorAdmin(proxy.Address);
        await Order.CreateAsync(client.GetContainer("shop", CosmosAccount.Orders), new Order("1", "a", "x"));

        var counted = (await admin.ReadStateAsync(0, Token)).Find(CosmosAccount.Orders)!;
        var later = (await admin.ReadStateAsync(long.MaxValue, Token)).Find(CosmosAccount.Orders)!;
        await admin.ResetAsync(Token);

        Assert.True(await admin.IsThereAsync(Token));
        Assert.Equal((await account.StateAsync()).RequestUnits, counted.RequestUnits, 2);
        Assert.Single(Assert.Single(counted.Partitions).Seconds);
        Assert.Empty(Assert.Single(later.Partitions).Seconds);
        Assert.Empty((await admin.ReadStateAsync(0, Token)).Containers);
    }

    [Fact]
    public async Task Proxy_TraceOfTheCaller_GetsTheCallAsASpan()
    {
        await using var receiver = await RunningReceiver.StartAsync();
        await using var account = await CosmosAccount.StartAsync();
        using var exporter = new SpanExporter(receiver.Receiver.Endpoint, "orders", TimeProvider.System);
        await using (var proxy = await StartAsync(account, exporter))
        {
            using var http = new HttpClient { BaseAddress = proxy.Address };
            await SendAsync(http, "00-0102030405060708090a0b0c0d0e0f10-1112131415161718-01");
            await SendAsync(http, "00-ff02030405060708090a0b0c0d0e0f10-1112131415161718-00");
        }

        await exporter.FlushAsync();

        var span = Assert.Single(receiver.Store.Snapshot());
        Assert.Equal(
            ("0102030405060708090a0b0c0d0e0f10", "1112131415161718", "orders", "client", true),
            (span.TraceId, span.ParentSpanId, span.Service, span.Kind, span.Failed));
        Assert.Equal(
            ("data", "read_item", "orders", "401", $"{account.Endpoint}dbs/shop/colls/orders/docs/7"),
            (span.Attributes[SpanRecord.CosmosCall], span.Attributes["db.operation.name"], span.Attributes["db.collection.name"],
                span.Attributes[SpanRecord.StatusCode], span.Attributes["url.full"]));
        Assert.DoesNotContain("secret", JsonSerializer.Serialize(span.Attributes));
        Assert.Null(exporter.Losses);
    }

    [Fact]
    public async Task Exporter_NothingListens_SaysHowManyAreLost()
    {
        using var port = new UnansweredPort();
        using var exporter = new SpanExporter(port.Address, "orders", TimeProvider.System);
        await using var account = await CosmosAccount.StartAsync();
        await using var proxy = await StartAsync(account, exporter);
        using var http = new HttpClient { BaseAddress = proxy.Address };
        await SendAsync(http, traceParent: null);

        // The proxy hands on a span after the response has been sent, and stops when that is done.
        await proxy.StopAsync();
        await exporter.FlushAsync();

        Assert.StartsWith("1 span could not be sent to ", exporter.Losses);
    }

    [Fact]
    public async Task Proxy_DirectMode_IsNoticed()
    {
        await using var account = await CosmosAccount.StartAsync();
        await using var proxy = await StartAsync(account);
        using var http = new HttpClient { BaseAddress = proxy.Address };
        using var none = await http.GetAsync("/dbs/shop", Token);
        Assert.False(proxy.SawDirectMode);

        using var addresses = await http.GetAsync($"{proxy.Address}/addresses/?$filter=protocol eq rntbd", Token);

        Assert.True(proxy.SawDirectMode);
    }

    [Fact]
    public async Task Proxy_AccountIsGone_CountsTheCallWithoutAnAnswer()
    {
        await using var account = await CosmosAccount.StartAsync();
        await using var proxy = await StartAsync(account);
        using var http = new HttpClient { BaseAddress = proxy.Address };
        await account.DisposeAsync();

        using var response = await http.GetAsync("/dbs/shop/colls/orders/docs/7", Token);

        Assert.Equal(HttpStatusCode.BadGateway, response.StatusCode);
        Assert.Equal(1, proxy.Calls.Read(0).Find(CosmosAccount.Orders)!.Calls.Data["0"]);
    }

    [Fact]
    public async Task Start_NothingAnswers_SaysWhere()
    {
        using var port = new UnansweredPort();

        var error = await Assert.ThrowsAsync<LabException>(
            () => RecordingProxy.StartAsync(port.Address, 0, null, TimeProvider.System, Token));

        Assert.StartsWith($"--to {port.Address}: nothing answers: ", error.Message);
    }

    [Fact]
    public async Task Start_PortIsTaken_ProposesAnother()
    {
        await using var account = await CosmosAccount.StartAsync();

        var error = await Assert.ThrowsAsync<LabException>(
            () => RecordingProxy.StartAsync(account.Endpoint, account.Endpoint.Port, null, TimeProvider.System, Token));

        Assert.Contains("is taken. Choose another with --port", error.Message);
    }

    [Fact]
    public async Task Proxy_CompleteAddress_GoesToTheAccount()
    {
        await using var account = await CosmosAccount.StartAsync();
        await using var proxy = await StartAsync(account);
        using var other = new UnansweredPort();
        using var client = new TcpClient();
        await client.ConnectAsync(proxy.Address.Host, proxy.Address.Port, Token);
        await using var stream = client.GetStream();

        await stream.WriteAsync(
            Encoding.ASCII.GetBytes($"GET {other.Address}dbs/shop HTTP/1.1\r\nHost: {other.Address.Authority}\r\n\r\n"), Token);

        using var reader = new StreamReader(stream);
        Assert.Equal("HTTP/1.1 401 Unauthorized", await reader.ReadLineAsync(Token));
    }

    /// <summary>A page of another site must not read the counts, nor call the account.</summary>
    [Fact]
    public async Task Proxy_OtherSite_IsRefused()
    {
        await using var account = await CosmosAccount.StartAsync();
        await using var proxy = await StartAsync(account);
        using var http = new HttpClient { BaseAddress = proxy.Address };
        using var request = new HttpRequestMessage(HttpMethod.Get, "/_emulator/state");
        request.Headers.Add("Origin", "https://example.org");

        using var response = await http.SendAsync(request, Token);

        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
    }

    private static Task<RecordingProxy> StartAsync(CosmosAccount account, SpanExporter? exporter = null) =>
        RecordingProxy.StartAsync(account.Endpoint, 0, exporter, TimeProvider.System, Token);

    /// <summary>A read that the account refuses.</summary>
    private static async Task SendAsync(HttpClient http, string? traceParent)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/dbs/shop/colls/orders/docs/7?token=secret");
        request.Headers.TryAddWithoutValidation("traceparent", traceParent);
        request.Headers.TryAddWithoutValidation("authorization", "type%3Dmaster%26ver%3D1.0%26sig%3Dsecret");
        using var response = await http.SendAsync(request, Token);
        Assert.Equal(HttpStatusCode.Unauthorized, response.StatusCode);
    }

    /// <summary>The account saw each call that the proxy saw, and no other.</summary>
    private static async Task AssertSameCountsAsync(CosmosAccount account, RecordingProxy proxy)
    {
        var (seen, counted) = (await account.StateAsync(), proxy.Calls.Read(0).Find(CosmosAccount.Orders)!);
        Assert.Equal(seen.Calls.Data, counted.Calls.Data);
        Assert.Equal(seen.Calls.Plan, counted.Calls.Plan);
        Assert.Equal(seen.RequestUnits, counted.RequestUnits, 1);
        Assert.Equal(
            seen.Partitions.Where(partition => partition.Seconds.Any(second => second.Calls > 0))
                .Select(partition => (partition.Id, partition.Seconds.Sum(second => second.Calls))),
            counted.Partitions.Select(partition => (partition.Id, partition.Seconds.Sum(second => second.Calls))));
    }
}
