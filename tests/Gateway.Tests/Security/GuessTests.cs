using System.Net;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Tests.Keys;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Tests.Security;

/// <summary>Refused requests are bounded: those without a valid key by client address, others by the plan of their key.</summary>
public sealed class GuessTests
{
    private const int Max = 3;

    [Fact(Timeout = 300_000)]
    public async Task Guesses_MoreThanAllowedFromOneAddress_AreRefusedUnheardUntilTheNextMinute()
    {
        await using var keyed = await StartAsync(Max);
        var key = (await keyed.AddAsync()).Reveal();
        await using var gateway = OpenGateway.Open(keyed.Gateway);
        using var known = CreateClient(gateway, key);
        Assert.Equal(200, await StatusAsync(known));

        for (var i = 0; i < Max; i++)
        {
            Assert.Equal(401, await GuessAsync(gateway, ApiKey.Create().Reveal()));
        }

        // The valid key, guessed at the next attempt, is not even compared; the connection that had sent it before goes on.
        Assert.Equal(429, await GuessAsync(gateway, key));
        Assert.Equal(429, await GuessAsync(gateway, ""));
        Assert.Equal(200, await StatusAsync(known));
        gateway.Time.Advance(TimeSpan.FromSeconds(59));
        Assert.Equal(429, await GuessAsync(gateway, key));
        gateway.Time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(200, await GuessAsync(gateway, key));
    }

    [Fact(Timeout = 300_000)]
    public async Task Guesses_TooMany_AreToldWhenToComeAgain()
    {
        await using var keyed = await StartAsync(Max);
        await using var gateway = OpenGateway.Open(keyed.Gateway);
        gateway.Time.Advance(TimeSpan.FromSeconds(20));
        for (var i = 0; i < Max; i++)
        {
            await GuessAsync(gateway, "");
        }

        using var client = CreateClient(gateway, "dd_wrong");
        using var response = await client.GetAsync(KeyedGateway.Invoice, TestContext.Current.CancellationToken);

        Assert.Equal((HttpStatusCode)429, response.StatusCode);
        Assert.Equal("40", response.Headers.RetryAfter?.ToString());
        Assert.Equal("too-many-failures", (await response.ReadProblemAsync()).GetProperty("failure").GetString());
    }

    [Fact(Timeout = 300_000)]
    public async Task Guesses_WithoutALimit_AreAlwaysRefusedWith401()
    {
        await using var keyed = await StartAsync(0);
        await using var gateway = OpenGateway.Open(keyed.Gateway);

        for (var i = 0; i < 2 * Max; i++)
        {
            Assert.Equal(401, await GuessAsync(gateway, ""));
        }
    }

    [Theory]
    [InlineData("10.0.0.1", "10.0.0.1", true)]
    [InlineData("10.0.0.1", "10.0.0.2", false)]
    [InlineData("::ffff:10.0.0.1", "::ffff:10.0.0.2", false)]
    [InlineData("2001:db8:1:2::1", "2001:db8:1:2:3:4:5:6", true)]
    [InlineData("2001:db8:1:2::1", "2001:db8:1:3::1", false)]
    [InlineData("10.0.0.1", null, false)]
    public void Failures_OfTwoAddresses_CountTogetherIfOneClientHasBoth(string first, string? second, bool expected)
    {
        var failures = new KeyFailures(Options.Create(new KeyOptions { MaxFailuresPerMinute = 1 }), new ManualTimeProvider());

        failures.Count(ContextOf(first));

        Assert.Equal(expected, failures.AreTooMany(ContextOf(second)));
    }

    [Fact]
    public async Task Forbidden_MoreThanThePlanAllows_IsLimited()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        keyed.Gateway.With("Limits:Mode", "local")
            .With("Plans:standard:Burst", "2").With("Plans:standard:RequestsPerSecond", "1");
        var key = (await keyed.AddAsync(owners: "owner-0001")).Reveal();

        HttpStatusCode[] statuses =
            [await keyed.StatusOfAsync(key), await keyed.StatusOfAsync(key), await keyed.StatusOfAsync(key)];

        Assert.Equal([HttpStatusCode.Forbidden, HttpStatusCode.Forbidden, HttpStatusCode.TooManyRequests], statuses);
    }

    private static async Task<KeyedGateway> StartAsync(int max)
    {
        var keyed = await KeyedGateway.StartAsync();
        keyed.Gateway.With("Keys:MaxFailuresPerMinute", $"{max}");
        return keyed;
    }

    private static HttpClient CreateClient(OpenGateway gateway, string key)
    {
        var client = new HttpClient { BaseAddress = new Uri($"http://127.0.0.1:{gateway.Port}") };
        client.DefaultRequestHeaders.Add(KeyInRequest.Header, key);
        return client;
    }

    /// <summary>On a connection of its own.</summary>
    private static async Task<int> GuessAsync(OpenGateway gateway, string key)
    {
        using var client = CreateClient(gateway, key);
        return await StatusAsync(client);
    }

    private static async Task<int> StatusAsync(HttpClient client)
    {
        using var response = await client.GetAsync(KeyedGateway.Invoice, TestContext.Current.CancellationToken);
        return (int)response.StatusCode;
    }

    private static DefaultHttpContext ContextOf(string? address) =>
        new() { Connection = { RemoteIpAddress = address is null ? null : IPAddress.Parse(address) } };
}
