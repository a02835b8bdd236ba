using System.Net;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Protocol;

public sealed class SignatureTests
{
    private const string OtherKey = "c29tZSBvdGhlciBrZXksIG5vdCB0aGUgZW11bGF0b3Incw==";

    [Fact]
    public async Task Request_SignedWithAnotherKey_Is401WithThePayloadThatWasToBeSigned()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        using var client = emulator.NewClient(OtherKey, new CosmosClientOptions());

        var error = await Assert.ThrowsAsync<CosmosException>(() => client.CreateDatabaseAsync("db"));

        Assert.Equal(HttpStatusCode.Unauthorized, error.StatusCode);
        Assert.Contains("get\\n\\n\\n", error.Message);
    }

    [Fact]
    public async Task Request_SignedWithTheKeyOfTheEmulator_IsServed()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Key = OtherKey);

        var created = await emulator.Client.CreateDatabaseAsync("db");

        Assert.Equal(HttpStatusCode.Created, created.StatusCode);
    }

    [Fact]
    public async Task Request_WithoutASignature_Is401()
    {
        await using var emulator = await EmulatorHost.StartAsync();

        var response = await emulator.Http.GetAsync("dbs", TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.Unauthorized, response.StatusCode);
    }

    /// <summary>The whole signature has 44 characters.</summary>
    [Theory]
    [InlineData(0, HttpStatusCode.Unauthorized)]
    [InlineData(40, HttpStatusCode.Unauthorized)]
    [InlineData(44, HttpStatusCode.OK)]
    public async Task Request_WithAPartOfItsSignature_Is401(int characters, HttpStatusCode status)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        using var request = new HttpRequestMessage(HttpMethod.Get, "dbs");
        var whole = Uri.UnescapeDataString(new RequestSignature(EmulatorOptions.WellKnownKey).Sign("GET", "/dbs", "today"));
        request.Headers.TryAddWithoutValidation("Authorization", Uri.EscapeDataString(whole[..^(44 - characters)]));
        request.Headers.TryAddWithoutValidation(CosmosHeaders.Date, "today");

        var response = await emulator.Http.SendAsync(request, TestContext.Current.CancellationToken);

        Assert.Equal(status, response.StatusCode);
    }

    /// <summary>What was found right is remembered, and only for the very same request.</summary>
    [Theory]
    [InlineData("PUT", "/dbs/db", "today")]
    [InlineData("GET", "/dbs/other", "today")]
    [InlineData("GET", "/dbs/db", "tomorrow")]
    [InlineData("GET", "/dbs/db", null)]
    public void Signature_OfARequestThatWasRight_IsWrongForAnother(string method, string path, string? date)
    {
        var signature = new RequestSignature(EmulatorOptions.WellKnownKey);
        var authorization = signature.Sign("GET", "/dbs/db", "today");

        Assert.Null(signature.FindFault(authorization, "GET", "/dbs/db", "today"));
        Assert.Null(signature.FindFault(authorization, "GET", "/dbs/db", "today"));
        Assert.NotNull(signature.FindFault(authorization, method, path, date));
    }

    /// <summary>The name and 20 more characters are signed: up to 256 of them on the stack.</summary>
    [Theory]
    [InlineData(235)]
    [InlineData(236)]
    [InlineData(2_000)]
    public void Signature_OfALongPath_IsRight(int characters)
    {
        var (signature, path) = (new RequestSignature(EmulatorOptions.WellKnownKey), $"/dbs/{new string('€', characters)}");

        Assert.Null(signature.FindFault(signature.Sign("GET", path, "today"), "GET", path, "today"));
    }

    [Theory]
    [InlineData("type=master&ver=1.0")]
    [InlineData("type=master&ver=1.0&sig=***")]
    public void Signature_ThatIsNone_IsAFaultWithThePayload(string authorization)
    {
        var fault = new RequestSignature(EmulatorOptions.WellKnownKey).FindFault(authorization, "GET", "/dbs/db", date: null);

        Assert.StartsWith("The input authorization token can't serve the request. The wrong key", fault, StringComparison.Ordinal);
        Assert.EndsWith(@"payload to sign: 'get\ndbs\ndbs/db\n\n\n'.", fault, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Request_WithABearerToken_IsRefusedByName()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        using var request = new HttpRequestMessage(HttpMethod.Get, "dbs");
        request.Headers.TryAddWithoutValidation("Authorization", Uri.EscapeDataString("type=aad&ver=1.0&sig=e30."));

        var response = await emulator.Http.SendAsync(request, TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.Unauthorized, response.StatusCode);
        Assert.Contains("type=master", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public void Key_OfTheEmulatorByDefault_IsTheWellKnownOne() => Assert.StartsWith("C2y6yDjf5/R+", new EmulatorOptions().Key);
}
