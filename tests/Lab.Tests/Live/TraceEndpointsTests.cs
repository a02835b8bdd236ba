using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Live;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class TraceEndpointsTests
{
    private static readonly SpanRecord[] Spans =
    [
        Snapshots.Span("quick", "1", null, 3000, 50, ("http.response.status_code", "200")),
        Snapshots.Span("slow", "1", null, 1000, 400, ("http.response.status_code", "200")),
        Call("slow", "2", startMs: 1010, durationMs: 20, status: "429", charge: "0"),
        Call("slow", "3", startMs: 1100, durationMs: 30, status: "200", charge: "3.21"),
        Snapshots.Span("broken", "1", null, 2000, 100, ("http.response.status_code", "504")),
    ];

    [Theory]
    [InlineData("", "slow,broken,quick")]
    [InlineData("?sort=time", "quick,broken,slow")]
    [InlineData("?minMs=100", "slow,broken")]
    [InlineData("?status=failed", "broken")]
    [InlineData("?status=ok", "slow,quick")]
    [InlineData("?status=throttled", "slow")]
    [InlineData("?limit=1", "slow")]
    public async Task GetTraces_Query_SelectsAndSorts(string query, string expected)
    {
        await using var page = await RunningPage.StartAsync(controls: null, Spans);

        var traces = await page.Client.GetFromJsonAsync<TraceSummary[]>(
            $"api/traces{query}", TestContext.Current.CancellationToken);

        Assert.Equal(expected, string.Join(",", traces!.Select(trace => trace.Id)));
    }

    [Theory]
    [InlineData("?sort=color")]
    [InlineData("?status=happy")]
    [InlineData("?limit=0")]
    [InlineData("?limit=100000")]
    public async Task GetTraces_BadQuery_IsRefused(string query)
    {
        await using var page = await RunningPage.StartAsync(controls: null, Spans);

        using var response = await page.SendAsync(HttpMethod.Get, $"api/traces{query}");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
    }

    [Fact]
    public async Task GetTrace_ThrottledCall_HasItsWaitAsARow()
    {
        await using var page = await RunningPage.StartAsync(controls: null, Spans);

        var trace = await page.Client.GetFromJsonAsync<JsonElement>("api/traces/slow", TestContext.Current.CancellationToken);

        Assert.Equal(70, trace.GetProperty("summary").GetProperty("waitedMs").GetDouble());
        Assert.Equal(3.21, trace.GetProperty("summary").GetProperty("requestUnits").GetDouble());
        var rows = trace.GetProperty("rows").EnumerateArray().Select(row => row.GetProperty("kind").GetString());
        Assert.Equal(["Server", "CosmosData", "Wait", "CosmosData"], rows);
    }

    [Fact]
    public async Task GetTrace_NoLongerKept_SaysSo()
    {
        await using var page = await RunningPage.StartAsync(controls: null, Spans);

        using var response = await page.SendAsync(HttpMethod.Get, "api/traces/gone");

        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
        Assert.Contains(
            "This trace is gone", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    private static SpanRecord Call(
        string trace, string id, double startMs, double durationMs, string status, string charge) => Snapshots.Span(
        trace,
        id,
        "1",
        startMs,
        durationMs,
        (SpanRecord.CosmosCall, "data"),
        (SpanRecord.PartitionKeyRangeId, "4"),
        (SpanRecord.StatusCode, status),
        (SpanRecord.RequestCharge, charge));
}
