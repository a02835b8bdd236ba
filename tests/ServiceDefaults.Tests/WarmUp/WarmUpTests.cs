using System.Collections.Concurrent;
using System.Net;
using DroneDelivery.ServiceDefaults.Tests.Telemetry;
using DroneDelivery.ServiceDefaults.WarmUp;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.Tests.WarmUp;

/// <summary>Alone: a warm-up goes on for as long as any test of this process makes .NET compile code.</summary>
[Collection(AloneCollection.Name)]
public sealed class WarmUpTests
{
    // Not the default: time must not end a warm-up before it has sent anything.
    private static readonly (string Key, string Value) AmpleTime = ("WarmUp:Time", "00:00:30");

    private readonly ConcurrentBag<string> _protocols = [];
    private volatile Func<IReadOnlyList<string>?> _findPaths = () => null;

    [Fact(Timeout = 300_000)]
    public async Task Readiness_WarmUpRuns_IsHealthyOnlyAfterwards()
    {
        await using var service = await StartAsync(AmpleTime);
        var before = await GetAsync(service, "/health/ready");
        var live = await GetAsync(service, "/health/live");
        _findPaths = () => ["/thing"];

        await WaitUntilReadyAsync(service);

        Assert.Equal((HttpStatusCode.ServiceUnavailable, HttpStatusCode.OK), (before.Status, live.Status));
        Assert.Contains("The service is warming up.", before.Body);
        Assert.Equal(["HTTP/1.1", "HTTP/2"], _protocols.Distinct().Order());
    }

    [Fact(Timeout = 300_000)]
    public async Task Requests_TargetHasHeaders_HaveThem()
    {
        var keys = new ConcurrentBag<string>();
        await using var service = await TestService.StartAsync(
            builder => builder.AddWarmUp((services, _) => Task.FromResult(
                WarmUpTarget.OnPortsOf(services.GetRequiredService<IServer>(), ["/thing"]) with
                {
                    Headers = new Dictionary<string, string> { ["X-Key"] = "k1" },
                })),
            app => app.MapGet("/thing", (HttpContext context) => keys.Add(context.Request.Headers["X-Key"].ToString())),
            new() { [AmpleTime.Key] = AmpleTime.Value });

        await WaitUntilReadyAsync(service);

        Assert.NotEmpty(keys);
        Assert.All(keys, key => Assert.Equal("k1", key));
    }

    [Fact(Timeout = 300_000)]
    public async Task Metrics_AfterWarmUp_CountOnlyRequestsOfClients()
    {
        await using var service = await StartAsync(AmpleTime);
        _findPaths = () => ["/thing"];
        await WaitUntilReadyAsync(service);
        var warmUp = _protocols.Count;

        await GetAsync(service, "/thing");
        var metrics = await GetAsync(service, "/metrics");

        Assert.True(warmUp > 10, $"The warm-up sent {warmUp} requests.");
        var count = Assert.Single(
            metrics.Body.Split('\n'),
            line => line.StartsWith("http_server_request_duration_seconds_count", StringComparison.Ordinal)
                && line.Contains("/thing", StringComparison.Ordinal));
        Assert.EndsWith(" 1", count);
    }

    [Fact(Timeout = 300_000)]
    public async Task Readiness_WarmUpFails_IsHealthy()
    {
        await using var service = await StartAsync();
        _findPaths = () => throw new InvalidOperationException("no path");

        await WaitUntilReadyAsync(service);
    }

    [Fact(Timeout = 300_000)]
    public async Task Readiness_WarmUpDoesNotEnd_IsHealthyWhenItsTimeIsOver()
    {
        await using var service = await StartAsync(("WarmUp:Time", "00:00:00.300"));

        await WaitUntilReadyAsync(service);

        Assert.Empty(_protocols);
    }

    [Fact]
    public async Task Readiness_WarmUpOff_IsHealthyAtOnce()
    {
        await using var service = await StartAsync(("WarmUp:Time", "0"));

        var ready = await GetAsync(service, "/health/ready");

        Assert.Equal(HttpStatusCode.OK, ready.Status);
    }

    [Fact(Timeout = 300_000)]
    public async Task Faults_WarmUp_AreNotInjected()
    {
        await using var service = await StartAsync(("Faults:ErrorShare", "1"), AmpleTime);
        _findPaths = () => ["/thing"];

        await WaitUntilReadyAsync(service);
        var answer = await GetAsync(service, "/thing");

        Assert.NotEmpty(_protocols);
        Assert.Equal(HttpStatusCode.ServiceUnavailable, answer.Status);
    }

    [Fact(Timeout = 300_000)]
    public async Task Client_SendsTheWarmUpsHeader_IsCountedInMetrics()
    {
        await using var service = await StartAsync(("WarmUp:Time", "00:00:00.100"));
        service.Client.DefaultRequestHeaders.Add("X-Warm-Up", "guessed");

        await GetAsync(service, "/thing");

        Assert.Contains("/thing", (await GetAsync(service, "/metrics")).Body);
    }

    private Task<TestService> StartAsync(params (string Key, string Value)[] settings)
    {
        var all = settings.ToDictionary(setting => setting.Key, setting => (string?)setting.Value);
        return TestService.StartAsync(
            builder => builder.AddWarmUp(_ => _findPaths()),
            app => app.MapGet("/thing", (HttpContext context) => _protocols.Add(context.Request.Protocol)),
            all);
    }

    private static async Task<(HttpStatusCode Status, string Body)> GetAsync(TestService service, string path)
    {
        using var response = await service.Client.GetAsync(path, TestContext.Current.CancellationToken);
        return (response.StatusCode, await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    private static async Task WaitUntilReadyAsync(TestService service)
    {
        while ((await GetAsync(service, "/health/ready")).Status != HttpStatusCode.OK)
        {
            await Task.Yield();
        }
    }
}
