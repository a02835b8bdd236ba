using System.Net;
using DroneDelivery.ServiceDefaults.Resilience;
using DroneDelivery.TestSupport;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace DroneDelivery.ServiceDefaults.Tests.Resilience;

public sealed class ResilienceHandlerTests
{
    private readonly ManualTimeProvider _time = new();
    private readonly ResilienceOptions _options = new() { Retries = 2, RetryDelay = TimeSpan.Zero, BreakerMinimumAttempts = 4 };

    [Theory]
    [InlineData("GET", 503, 3)]
    [InlineData("GET", 502, 3)]
    [InlineData("HEAD", 503, 3)]
    [InlineData("GET", 504, 1)]
    [InlineData("GET", 500, 1)]
    [InlineData("GET", 404, 1)]
    [InlineData("GET", 429, 1)]
    [InlineData("POST", 503, 1)]
    [InlineData("PUT", 503, 1)]
    [InlineData("DELETE", 503, 1)]
    public async Task Retry_BackendFails_OnlySafeMethodsAndPassingFailuresAreTriedAgain(
        string method, int status, int expectedCalls)
    {
        var backend = new ScriptedBackend((_, _) => Task.FromResult(new HttpResponseMessage((HttpStatusCode)status)));

        using var response = await SendAsync(ClientOf(backend), method);

        Assert.Equal((HttpStatusCode)status, response.StatusCode);
        Assert.Equal(expectedCalls, backend.Calls);
    }

    [Fact]
    public async Task Retry_ResponseHasRetryAfter_IsNotRetried()
    {
        var backend = new ScriptedBackend((_, _) => Task.FromResult(new HttpResponseMessage(HttpStatusCode.ServiceUnavailable)
        {
            Headers = { RetryAfter = new(TimeSpan.FromSeconds(1)) },
        }));

        using var response = await SendAsync(ClientOf(backend));

        Assert.Equal("1", response.Headers.RetryAfter?.ToString());
        Assert.Equal(1, backend.Calls);
    }

    [Fact]
    public async Task Retry_ConnectionFailsOnce_SecondAttemptAnswers()
    {
        var backend = new ScriptedBackend((call, _) => call == 1
            ? throw new HttpRequestException("refused")
            : Task.FromResult(new HttpResponseMessage(HttpStatusCode.OK)));

        using var response = await SendAsync(ClientOf(backend));

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(2, backend.Calls);
    }

    [Fact]
    public async Task Retry_SecondTry_CarriesItsOwnTrace()
    {
        var backend = new TracedBackend();

        using var response = await SendAsync(ClientOf(backend));

        Assert.Equal(["00-try1", "00-try2", "00-try3"], backend.Parents);
    }

    [Fact]
    public async Task AttemptTimeout_BackendLate_EndsAndIsNotTriedAgain()
    {
        var backend = new ScriptedBackend(NeverAsync);

        var call = SendAsync(ClientOf(backend));
        _time.Advance(_options.AttemptTimeout);

        var timeout = await Assert.ThrowsAsync<TimeoutRejectedException>(() => call);
        Assert.Equal(_options.AttemptTimeout, timeout.Timeout);
        Assert.Equal(1, backend.Calls);
    }

    [Fact]
    public async Task AttemptTimeout_BodyStops_EndsToo()
    {
        var backend = new ScriptedBackend((_, _) => Task.FromResult(
            new HttpResponseMessage { Content = new StreamContent(new SilentStream()) }));

        var call = SendAsync(ClientOf(backend));
        _time.Advance(_options.AttemptTimeout);

        await Assert.ThrowsAsync<TimeoutRejectedException>(() => call);
    }

    [Theory]
    [InlineData(HttpStatusCode.ServiceUnavailable)]
    [InlineData(HttpStatusCode.GatewayTimeout)]
    public async Task Breaker_HalfOfTheAttemptsFail_OpensThenLetsOneThroughAfterThePause(HttpStatusCode failure)
    {
        var status = failure;
        var backend = new ScriptedBackend((_, _) => Task.FromResult(new HttpResponseMessage(status)));
        using var client = ClientOf(backend);
        for (var i = 0; i < _options.BreakerMinimumAttempts; i++)
        {
            (await SendAsync(client, "POST")).Dispose();
        }

        await Assert.ThrowsAsync<BrokenCircuitException>(() => SendAsync(client, "POST"));
        Assert.Equal(_options.BreakerMinimumAttempts, backend.Calls);

        status = HttpStatusCode.OK;
        _time.Advance(_options.BreakerPause);
        using var response = await SendAsync(client, "POST");

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    private HttpClient ClientOf(HttpMessageHandler backend) => new(
        new ResilienceHandler(HttpResilience.CreatePipeline("test", _options, _time)) { InnerHandler = backend })
    {
        Timeout = Timeout.InfiniteTimeSpan,
    };

    private static async Task<HttpResponseMessage> SendAsync(HttpClient client, string method = "GET")
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), "http://backend/");
        return await client.SendAsync(request, TestContext.Current.CancellationToken);
    }

    private static async Task<HttpResponseMessage> NeverAsync(int call, CancellationToken cancellationToken)
    {
        await Task.Delay(Timeout.Infinite, cancellationToken);
        return new HttpResponseMessage();
    }

    /// <summary>Writes the trace's header as HttpClient does, only where there is none, and always fails.</summary>
    private sealed class TracedBackend : HttpMessageHandler
    {
        private int _tries;

        public List<string> Parents { get; } = [];

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            _tries++;
            if (!request.Headers.Contains("traceparent"))
            {
                request.Headers.Add("traceparent", $"00-try{_tries}");
            }

            Parents.AddRange(request.Headers.GetValues("traceparent"));
            return Task.FromResult(new HttpResponseMessage(HttpStatusCode.ServiceUnavailable));
        }
    }

    /// <summary>A body whose bytes never come.</summary>
    private sealed class SilentStream : MemoryStream
    {
        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            await Task.Delay(Timeout.Infinite, cancellationToken);
            return 0;
        }

        public override async Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken) =>
            await Task.Delay(Timeout.Infinite, cancellationToken);
    }
}
