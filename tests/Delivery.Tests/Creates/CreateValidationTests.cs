using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Delivery.Tests.Creates;

[Collection(EmulatorTests.Name)]
public sealed class CreateValidationTests(Emulator emulator) : IAsyncDisposable
{
    private readonly DeliveryApp _app = new(emulator);

    [Theory]
    [InlineData(null, "it is missing")]
    [InlineData("", "it is missing")]
    [InlineData("two words", "not \"two words\"")]
    [InlineData("a,b", "not \"a,b\"")]
    public async Task Create_KeyMissingOrWrong_Is400ThatNamesTheHeader(string? key, string expected)
    {
        var client = await _app.CreateReadyClientAsync();

        var response = await CreatesApp.SendAsync(client, key, NewDelivery.Create());

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.BadRequest);
        Assert.Contains(expected, Assert.Single(problem.Errors["Idempotency-Key"]), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ownerId", "null", "ownerId", "1 to 100 letters")]
    [InlineData("ownerId", "\" \"", "ownerId", "1 to 100 letters")]
    [InlineData("ownerId", "\"a/b\"", "ownerId", "1 to 100 letters")]
    [InlineData("ownerId", "\"..a\"", "ownerId", "of which the first is a letter or a digit")]
    [InlineData("droneId", "\"a\\nb\"", "droneId", "control characters")]
    [InlineData("droneId", "\"\"", "droneId", "not 0")]
    [InlineData("packageId", "null", "packageId", "1 to 100 characters")]
    [InlineData("pickup", "null", "pickup", "The location is missing")]
    [InlineData("pickup", """{"address":"a","latitude":91,"longitude":0}""", "pickup.latitude", "91")]
    [InlineData("dropoff", """{"address":"","latitude":1,"longitude":-181}""", "dropoff.longitude", "-181")]
    [InlineData("status", "\"lost\"", "status", "delivered or returned, not \"lost\"")]
    [InlineData("milesTraveled", "0", "milesTraveled", "0 is not a distance")]
    [InlineData("hoursAssigned", "-1", "hoursAssigned", "-1 is not a time")]
    [InlineData("scheduledAt", "\"1999-12-31T23:59:59Z\"", "scheduledAt", "from 2000 to 2999")]
    [InlineData("completedAt", "\"2025-03-04T09:59:59Z\"", "completedAt", "before scheduledAt")]
    [InlineData("completedAt", "\"2099-01-01T00:00:00Z\"", "completedAt", "is in the future")]
    [InlineData("route", "null", "route", "The route is missing")]
    [InlineData("route", "[null]", "route[0]", "The point is missing")]
    [InlineData("route", """[{"latitude":1,"longitude":181,"altitudeFeet":1}]""", "route[0].longitude", "181")]
    public async Task Create_BadMember_Is400ThatNamesItAndWhatIsAllowed(string member, string json, string field, string expected)
    {
        var client = await _app.CreateReadyClientAsync();
        var body = JsonNode.Parse(await JsonContent.Create(NewDelivery.Create())
            .ReadAsStringAsync(TestContext.Current.CancellationToken))!;
        body[member] = JsonNode.Parse(json);

        var response = await CreatesApp.SendAsync(client, "key-1", body);

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.BadRequest);
        Assert.Contains(expected, Assert.Single(problem.Errors[field]), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{", "application/json", HttpStatusCode.BadRequest)]
    [InlineData("[]", "application/json", HttpStatusCode.BadRequest)]
    [InlineData("", "application/json", HttpStatusCode.BadRequest)]
    [InlineData("a=b", "application/x-www-form-urlencoded", HttpStatusCode.UnsupportedMediaType)]
    public async Task Create_BodyIsNotADelivery_IsAProblem(string body, string type, HttpStatusCode expected)
    {
        var client = await _app.CreateReadyClientAsync();

        var response = await CreatesApp.SendAsync(client, "key-1", new StringContent(body, System.Text.Encoding.UTF8, type));

        await HttpProblem.ReadAsync(response, expected);
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();
}
