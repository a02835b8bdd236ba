using System.Collections.Concurrent;
using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Tests.Keys;

namespace DroneDelivery.Gateway.Tests.Security;

public sealed class KeyTests
{
    private static readonly string Good = ApiKey.Create().Reveal();

    [Fact]
    public async Task Guess_AnyKindOfWrongKey_IsToldFromNoOther()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        var key = await AddKeyAsync(keyed);
        string?[] guesses =
        [
            null, "", "x", key[..^1], key + "a", key.ToUpperInvariant(), key[..^1] + (key[^1] == 'a' ? 'b' : 'a'), Good,
            key.Replace("dd_", "de_", StringComparison.Ordinal), new string('a', 4_000), key + "," + key,
        ];

        var answers = new HashSet<string>();
        foreach (var guess in guesses)
        {
            using var response = await keyed.SendAsync(guess);
            answers.Add($"{(int)response.StatusCode} {response.Headers} {await BodyOfAsync(response)}");
        }

        Assert.StartsWith("401 ", Assert.Single(answers));
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key));
    }

    // 500 guesses of one key's secret, one character further right each time: none is let in, and none reaches a backend.
    [Fact(Timeout = 300_000)]
    public async Task Guess_ManyTimes_IsNeverLetIn()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        var key = await AddKeyAsync(keyed);
        var statuses = new ConcurrentBag<HttpStatusCode>();

        await Parallel.ForAsync(0, 500, TestContext.Current.CancellationToken, async (i, _) =>
        {
            var letters = key.ToCharArray();
            var at = letters.Length - 1 - (i % 40);
            letters[at] = letters[at] == 'z' ? 'y' : 'z';
            statuses.Add(await keyed.StatusOfAsync(new string(letters)));
        });

        Assert.Equal([HttpStatusCode.Unauthorized], statuses.Distinct());
        Assert.Empty(keyed.Gateway.Delivery.Requests);
    }

    /// <summary>
    /// Connection: X-Api-Key asks a proxy to drop the header; the gateway has read it by then, or was given none.
    /// </summary>
    [Theory]
    [InlineData(true, HttpStatusCode.OK)]
    [InlineData(false, HttpStatusCode.Unauthorized)]
    public async Task Key_NamedAsAHeaderOfTheConnection_IsStillAskedForAndGoesNoFurther(bool isGiven, HttpStatusCode expected)
    {
        await using var keyed = await KeyedGateway.StartAsync();
        var key = await AddKeyAsync(keyed);
        var seen = new ConcurrentBag<string>();
        keyed.Gateway.Package.Answer("/packages/p-1", context =>
        {
            seen.Add(string.Join(' ', context.Request.Headers) + context.Request.QueryString);
            return Task.CompletedTask;
        });
        await using var gateway = OpenGateway.Open(keyed.Gateway);

        var answer = await gateway.SendAsync(
            $"GET /api/packages/p-1 HTTP/1.1\r\nHost: x\r\nConnection: {KeyInRequest.Header}, close\r\n"
            + (isGiven ? $"{KeyInRequest.Header}: {key}\r\n\r\n" : "\r\n"));

        Assert.Equal([(int)expected], answer.Statuses);
        Assert.DoesNotContain(seen, request => request.Contains(key, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("/api/packages/p-1")]
    [InlineData("/API/PACKAGES/p-1")]
    [InlineData("/api/%70ackages/p-1")]
    [InlineData("/api/packages/p-1/")]
    [InlineData("/api/packages/p-1?ownerId=owner-0001")]
    public async Task Scope_OfAnotherRoute_IsNotReachedByAnySpelling(string address)
    {
        await using var keyed = await KeyedGateway.StartAsync();
        var key = await AddKeyAsync(keyed, KeyScopes.DeliveriesRead);

        Assert.Equal(HttpStatusCode.Forbidden, await keyed.StatusOfAsync(key, address));
        Assert.Empty(keyed.Gateway.Package.Requests);
    }

    private static async Task<string> BodyOfAsync(HttpResponseMessage response)
    {
        var problem = await response.Content.ReadFromJsonAsync<JsonObject>(TestContext.Current.CancellationToken);
        // The number of the request.
        problem!.Remove("traceId");
        return problem.ToJsonString();
    }

    private static async Task<string> AddKeyAsync(
        KeyedGateway keyed, KeyScopes scopes = KeyScopes.InvoicesRead | KeyScopes.PackagesRead) =>
        (await keyed.Keys.AddAsync(scopes: scopes)).Reveal();
}
