using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using DroneDelivery.Gateway.Keys;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.Gateway.Tests.Keys;

public sealed class KeySecrecyTests(SharedGateway shared) : IClassFixture<SharedGateway>
{
    private const string Item = "/api/deliveries/item";

    private static readonly string[] Categories =
    [
        "Default",
        "Microsoft.AspNetCore",
        "Microsoft.AspNetCore.Hosting.Diagnostics",
        "System.Net.Http",
        "Yarp",
        "Yarp.ReverseProxy.Forwarder.HttpForwarder",
    ];

    private static readonly string[] Places =
        ["header", "bearer", "query", "escaped query", "wrong header", "wrong query", "malformed request", "all"];

    /// <summary>On a real port and with every category of the log at Trace.</summary>
    [Fact]
    public async Task Key_Anywhere_IsInNoLogLineSpanOrMeasurement()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        var keys = new Dictionary<string, ApiKey>();
        foreach (var place in Places)
        {
            keys[place] = await keyed.AddAsync(KeyScopes.DeliveriesRead);
        }

        var received = RecordAtBackend(keyed);
        using var told = new RecordedTelling();
        await using var gateway = WithAllLogs(keyed, told);
        gateway.UseKestrel(0);
        gateway.StartServer();

        foreach (var (place, key) in keys)
        {
            var status = await SendAsync(gateway.ClientOptions.BaseAddress, Request(key, place));
            Assert.Equal((place, Expected(place)), (place, status));
        }

        await keyed.Gateway.DisposeAsync();
        Assert.NotEmpty(told.Lines);
        Assert.Contains(told.Spans, span => span.Contains("/deliveries/item", StringComparison.Ordinal));
        Assert.Equal(4, received.Count(line => line == "GET /deliveries/item?year=2025"));
        var all = told.All.Concat(received).ToList();
        Assert.All(
            keys, place => Assert.DoesNotContain(all, text => text.Contains(place.Value.Secret, StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Key_Presented_IsNotHandedOn()
    {
        var keyed = shared.Gateway;

        await AssertNotHandedOnAsync(keyed, (await keyed.AddAsync(KeyScopes.DeliveriesRead)).Reveal());
    }

    [Fact]
    public async Task Key_PresentedWhereKeysAreOff_IsNotHandedOn()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        keyed.Gateway.With("Keys:Mode", "off");

        await AssertNotHandedOnAsync(keyed, ApiKey.Create().Reveal());
    }

    [Fact]
    public async Task Token_OfAnother_IsHandedOn()
    {
        var keyed = shared.Gateway;
        var key = (await keyed.AddAsync(KeyScopes.DeliveriesRead)).Reveal();
        var received = RecordAtBackend(keyed);
        using var request = new HttpRequestMessage(HttpMethod.Get, Item);
        request.Headers.Add(KeyInRequest.Header, key);
        request.Headers.Add("Authorization", "Bearer of-another");

        using var response = await keyed.Gateway.CreateClient().SendAsync(request, TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Contains("Authorization: Bearer of-another", received);
    }

    private static async Task AssertNotHandedOnAsync(KeyedGateway keyed, string key)
    {
        var received = RecordAtBackend(keyed);

        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key, $"{Item}?year=2025"));
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key: null, $"{Item}?api_key={key}&year=2025"));

        Assert.Equal(2, received.Count(line => line == "GET /deliveries/item?year=2025"));
        Assert.DoesNotContain(received, line => line.Contains(ApiKey.Prefix, StringComparison.Ordinal));
    }

    private static List<string> RecordAtBackend(KeyedGateway keyed)
    {
        List<string> received = [];
        keyed.Gateway.Delivery.Answer("/deliveries/item", context =>
        {
            received.Add($"{context.Request.Method} {context.Request.Path}{context.Request.QueryString}");
            received.AddRange(context.Request.Headers.Select(header => $"{header.Key}: {header.Value}"));
            return Task.CompletedTask;
        });
        return received;
    }

    private static WebApplicationFactory<Program> WithAllLogs(
        KeyedGateway keyed, RecordedTelling told)
    {
        keyed.Gateway.With("Listening:HttpPort", "0");
        foreach (var category in Categories)
        {
            keyed.Gateway.With($"Logging:LogLevel:{category}", "Trace");
        }

        return keyed.Gateway.WithWebHostBuilder(builder =>
            builder.ConfigureTestServices(services => services.AddSingleton<ILoggerProvider>(told)));
    }

    private static string Request(ApiKey key, string place) => place switch
    {
        "header" => Get($"{Item}?year=2025", $"X-Api-Key: {key.Reveal()}"),
        "bearer" => Get($"{Item}?year=2025", $"Authorization: Bearer {key.Reveal()}"),
        "query" => Get($"{Item}?year=2025&api_key={key.Reveal()}"),
        "escaped query" => Get($"{Item}?api%5Fkey={key.Reveal()}&year=2025"),
        "wrong header" => Get(Item, $"X-Api-Key: {(key with { Id = "nobody0000000" }).Reveal()}"),
        "wrong query" => Get($"{Item}?api_key={(key with { Id = "nobody0000000" }).Reveal()}"),
        "malformed request" => Get($"{Item}?api_key={key.Reveal()} and more"),
        _ => Get($"{Item}?api_key={key.Reveal()}", $"X-Api-Key: {key.Reveal()}", $"Authorization: Bearer {key.Reveal()}"),
    };

    private static int Expected(string place) => place switch
    {
        "header" or "bearer" or "query" or "escaped query" => 200,
        "malformed request" => 400,
        _ => 401,
    };

    private static string Get(string target, params string[] headers) => string.Join(
        "\r\n", [$"GET {target} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", .. headers, "", ""]);

    private static async Task<int> SendAsync(Uri address, string request)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, address.Port, TestContext.Current.CancellationToken);
        var stream = client.GetStream();
        await stream.WriteAsync(Encoding.ASCII.GetBytes(request), TestContext.Current.CancellationToken);
        using var reader = new StreamReader(stream);
        var answer = await reader.ReadToEndAsync(TestContext.Current.CancellationToken);
        return int.Parse(answer.Split(' ')[1], CultureInfo.InvariantCulture);
    }
}
