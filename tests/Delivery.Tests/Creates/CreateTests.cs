using System.Net;
using System.Net.Http.Json;
using System.Text;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Delivery.Tests.Creates;

[Collection(EmulatorTests.Name)]
public sealed class CreateTests(Emulator emulator)
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("deliveryId")]
    [InlineData("ownerId")]
    public async Task Create_New_Is201AndItsLocationFindsIt(string partitionKey)
    {
        var creates = await CreatesApp.NewAsync(emulator, partitionKey);
        await using var app = creates.Start();
        var client = await app.CreateReadyClientAsync();

        var response = await CreatesApp.SendAsync(client, "key-1", NewDelivery.Create(
            scheduled: "2025-04-01T01:00:00+02:00", completed: "2025-04-01T01:30:00+02:00"));

        Assert.Equal(HttpStatusCode.Created, response.StatusCode);
        Assert.False(response.Headers.Contains("Idempotency-Replayed"));
        var created = await response.Content.ReadFromJsonAsync<SampleData.Delivery>(Cancelled);
        var found = await client.GetFromJsonAsync<SampleData.Delivery>(response.Headers.Location, Cancelled);
        Assert.Equivalent(created, found, strict: true);
        Assert.Equal(("owner-0001", 2025, 3, 4.5m), (found!.OwnerId, found.Year, found.Month, found.MilesTraveled));
    }

    [Theory]
    [InlineData("deliveryId")]
    [InlineData("ownerId")]
    public async Task Create_SentAgainAfterARestart_IsAnsweredTheSameAndMakesNoSecond(string partitionKey)
    {
        var creates = await CreatesApp.NewAsync(emulator, partitionKey);
        var first = await SendOnceAsync(creates);

        var again = await SendOnceAsync(creates);

        Assert.Equal((HttpStatusCode.Created, first.Text, first.Location), (again.Status, again.Text, again.Location));
        Assert.Equal((false, true), (first.IsReplay, again.IsReplay));
        Assert.Equal((1, 1), (await creates.CountAsync(201), await creates.CountAsync(409)));
    }

    [Theory]
    [InlineData("deliveryId")]
    [InlineData("ownerId")]
    public async Task Create_ManyAtOnceWithOneKey_MakesOne(string partitionKey)
    {
        var creates = await CreatesApp.NewAsync(emulator, partitionKey);
        await using var one = creates.Start();
        await using var other = creates.Start();
        var clients = await Task.WhenAll(one.CreateReadyClientAsync(), other.CreateReadyClientAsync());

        var responses = await Task.WhenAll(Enumerable.Range(0, 40)
            .Select(i => CreatesApp.SendAsync(clients[i % 2], "key-1", NewDelivery.Create())));

        Assert.All(responses, response => Assert.Equal(HttpStatusCode.Created, response.StatusCode));
        Assert.Single(responses, response => !response.Headers.Contains("Idempotency-Replayed"));
        Assert.Single(responses.Select(response => response.Headers.Location).Distinct());
        Assert.Equal((1, 39), (await creates.CountAsync(201), await creates.CountAsync(409)));
    }

    // The database has the document, but neither the SDK nor the client knows.
    [Fact]
    public async Task Create_AnswerOfTheDatabaseLost_RetryMakesNoSecond()
    {
        var creates = await CreatesApp.NewAsync(emulator);
        var handler = new LostAnswers(emulator.CreateHandler());
        await using var app = creates.Start(handler);
        var client = await app.CreateReadyClientAsync();

        handler.IsLosing = true;
        var lost = await CreatesApp.SendAsync(client, "key-1", NewDelivery.Create());
        handler.IsLosing = false;
        var again = await CreatesApp.SendAsync(client, "key-1", NewDelivery.Create());

        Assert.Equal(HttpStatusCode.GatewayTimeout, lost.StatusCode);
        Assert.Equal(HttpStatusCode.Created, again.StatusCode);
        Assert.Equal(1, await creates.CountAsync(201));
        Assert.True(handler.Lost > 0, "No answer was lost.");
    }

    [Theory]
    [InlineData("deliveryId")]
    [InlineData("ownerId")]
    public async Task Create_SameKeyOtherBody_Is422AndChangesNothing(string partitionKey)
    {
        var creates = await CreatesApp.NewAsync(emulator, partitionKey);
        await using var app = creates.Start();
        var client = await app.CreateReadyClientAsync();
        var first = await CreatesApp.SendAsync(client, "key-1", NewDelivery.Create(miles: 4.5m));

        var other = await CreatesApp.SendAsync(client, "key-1", NewDelivery.Create(miles: 5.5m));

        var problem = await HttpProblem.ReadAsync(other, HttpStatusCode.UnprocessableEntity);
        Assert.Contains("\"key-1\" was used for another body", problem.Detail, StringComparison.Ordinal);
        var kept = await client.GetFromJsonAsync<SampleData.Delivery>(first.Headers.Location, Cancelled);
        Assert.Equal(4.5m, kept!.MilesTraveled);
    }

    [Fact]
    public async Task Create_SameKeyOfAnotherOwner_IsAnotherDelivery()
    {
        var creates = await CreatesApp.NewAsync(emulator);
        await using var app = creates.Start();
        var client = await app.CreateReadyClientAsync();

        var one = await CreatesApp.SendAsync(client, "key-1", NewDelivery.Create("owner-0001"));
        var other = await CreatesApp.SendAsync(client, "key-1", NewDelivery.Create("owner-0002"));

        Assert.Equal((HttpStatusCode.Created, HttpStatusCode.Created), (one.StatusCode, other.StatusCode));
        Assert.NotEqual(one.Headers.Location, other.Headers.Location);
    }

    [Fact]
    public async Task Create_SameBodyWrittenOtherwise_IsAReplay()
    {
        var creates = await CreatesApp.NewAsync(emulator);
        await using var app = creates.Start();
        var client = await app.CreateReadyClientAsync();
        await CreatesApp.SendAsync(client, "key-1", NewDelivery.Create());
        var spaced = (await JsonContent.Create(NewDelivery.Create()).ReadAsStringAsync(Cancelled)).Replace(",\"", " ,\n  \"");

        var again = await CreatesApp.SendAsync(client, "key-1", new StringContent(spaced, Encoding.UTF8, "application/json"));

        Assert.Equal(HttpStatusCode.Created, again.StatusCode);
        Assert.True(again.Headers.Contains("Idempotency-Replayed"));
    }

    private static async Task<(HttpStatusCode Status, string Text, Uri? Location, bool IsReplay)> SendOnceAsync(
        CreatesApp creates)
    {
        await using var app = creates.Start();
        var client = await app.CreateReadyClientAsync();
        using var response = await CreatesApp.SendAsync(client, "key-1", NewDelivery.Create());
        return (
            response.StatusCode,
            await response.Content.ReadAsStringAsync(Cancelled),
            response.Headers.Location,
            response.Headers.Contains("Idempotency-Replayed"));
    }
}
