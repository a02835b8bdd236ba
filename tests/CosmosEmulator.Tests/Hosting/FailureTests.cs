using System.Net;
using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.CosmosEmulator.Tests.Hosting;

/// <summary>Requests that no SDK would send, and a fault of the emulator itself.</summary>
public sealed class FailureTests
{
    private const string HalfPair = "[\"\\ud800\"]";

    [Fact]
    public async Task Request_ThatTheEmulatorFailsAt_Is500InTheProtocolsForm()
    {
        var clock = new StoppingClock();
        var emulator = EmulatorApplication.MakeHandler(new EmulatorOptions { Time = clock });
        clock.IsBroken = true;

        var (status, error) = await SendAsync(emulator, "/dbs", """{"id":"db"}""");

        Assert.Equal((int)HttpStatusCode.InternalServerError, status);
        Assert.Equal("InternalServerError", error.GetProperty("code").GetString());
        Assert.Contains("The clock is broken.", error.GetProperty("message").GetString());
    }

    [Theory]
    [InlineData("/dbs", """{"id":"\ud800"}""")]
    [InlineData("/dbs/db/colls", """{"id":"\ud800","partitionKey":{"paths":["/k"]}}""")]
    [InlineData("/dbs/db/colls/items/docs", """{"id":"d1"}""", CosmosHeaders.PartitionKey, HalfPair)]
    [InlineData(
        "/dbs/db/colls/items/docs",
        """{"query":"SELECT * FROM c"}""",
        CosmosHeaders.IsQuery, "true", CosmosHeaders.PartitionKey, HalfPair)]
    [InlineData(
        "/dbs/db/colls/items/docs",
        """{"query":"SELECT * FROM c"}""",
        CosmosHeaders.IsQueryPlan, "true", CosmosHeaders.PartitionKey, HalfPair)]
    public async Task Request_WithHalfASurrogatePair_Is400(string path, string body, params string[] headers)
    {
        var emulator = EmulatorApplication.MakeHandler(new EmulatorOptions { Time = new ManualTimeProvider() });
        await SendAsync(emulator, "/dbs", """{"id":"db"}""");
        await SendAsync(emulator, "/dbs/db/colls", """{"id":"items","partitionKey":{"paths":["/k"]}}""");

        var (status, error) = await SendAsync(emulator, path, body, headers);

        Assert.Equal((400, "BadRequest"), (status, error.GetProperty("code").GetString()));
    }

    private static async Task<(int Status, JsonElement Body)> SendAsync(
        RequestDelegate emulator, string path, string body, params string[] headers)
    {
        const string date = "Fri, 21 Nov 2025 10:00:00 GMT";
        var bytes = Encoding.UTF8.GetBytes(body);
        var answer = new MemoryStream();
        var http = new DefaultHttpContext();
        http.Request.Method = "POST";
        http.Request.Path = path;
        http.Request.Body = new MemoryStream(bytes);
        http.Request.ContentLength = bytes.Length;
        http.Request.Headers[CosmosHeaders.Date] = date;
        http.Request.Headers.Authorization = new RequestSignature(EmulatorOptions.WellKnownKey).Sign("POST", path, date);
        foreach (var header in headers.Chunk(2))
        {
            http.Request.Headers[header[0]] = header[1];
        }

        http.Response.Body = answer;
        await emulator(http);
        await http.Response.BodyWriter.FlushAsync(TestContext.Current.CancellationToken);
        return (http.Response.StatusCode, JsonElement.Parse(answer.ToArray()));
    }

    private sealed class StoppingClock : TimeProvider
    {
        public bool IsBroken { get; set; }

        public override DateTimeOffset GetUtcNow() =>
            IsBroken ? throw new NotSupportedException("The clock is broken.") : base.GetUtcNow();
    }
}
