using System.Net.Http.Json;
using System.Text.Json;

namespace DroneDelivery.Gateway.Tests.Keys;

/// <summary>The OpenAPI document of the gateway.</summary>
public sealed class KeyDocumentTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory(Timeout = 300_000)]
    [InlineData("/api/invoices/{ownerId}", "get", "invoices:read")]
    [InlineData("/api/deliveries", "get", "deliveries:read")]
    [InlineData("/api/deliveries", "post", "deliveries:write")]
    [InlineData("/api/deliveries/{id}", "get", "deliveries:read")]
    [InlineData("/api/packages/{rest}", "get", "packages:read")]
    [InlineData("/api/drones/{rest}", "get", "drones:read")]
    public async Task Document_KeysAreRequired_EachOperationNamesItsScope(string path, string method, string scope)
    {
        await using var keyed = await KeyedGateway.StartAsync();

        var document = await ReadAsync(keyed.Gateway);

        var header = document.GetProperty("components").GetProperty("securitySchemes").GetProperty("apiKey");
        Assert.Equal(("apiKey", "header", "X-Api-Key"), (TextOf(header, "type"), TextOf(header, "in"), TextOf(header, "name")));
        var operation = document.GetProperty("paths").GetProperty(path).GetProperty(method);
        Assert.Equal(
            scope,
            Assert.Single(operation.GetProperty("security")[0].GetProperty("apiKey").EnumerateArray()).GetString());
        Assert.True(operation.GetProperty("responses").TryGetProperty("401", out _));
        Assert.True(operation.GetProperty("responses").TryGetProperty("403", out _));
    }

    [Fact(Timeout = 300_000)]
    public async Task Document_KeysAreOff_HasNoSecurity()
    {
        await using var gateway = await TestGateway.StartAsync();

        var document = await ReadAsync(gateway);

        Assert.False(document.TryGetProperty("components", out var components) && components.TryGetProperty("securitySchemes", out _));
        Assert.DoesNotContain("\"security\"", document.GetRawText());
    }

    [Fact(Timeout = 300_000)]
    public async Task Document_RouteForWhatHasNoOther_HasOnlyReads()
    {
        await using var gateway = await TestGateway.StartAsync();

        var paths = (await ReadAsync(gateway)).GetProperty("paths");

        Assert.Equal(["get"], paths.GetProperty("/api/packages/{rest}").EnumerateObject().Select(operation => operation.Name));
    }

    [Theory(Timeout = 300_000)]
    [InlineData("/api/deliveries", "get", "ownerId in query, year in query, month in query")]
    [InlineData("/api/deliveries", "post", "")]
    [InlineData("/api/deliveries/summary", "get", "ownerId in query, year in query, month in query")]
    [InlineData("/api/deliveries/utilization", "get", "ownerId in query, year in query, month in query")]
    [InlineData("/api/deliveries/report", "get", "year in query, month in query")]
    [InlineData("/api/deliveries/{id}", "get", "id in path, ownerId in query (optional)")]
    [InlineData("/api/packages/{rest}", "get", "rest in path")]
    public async Task Document_ForwardedRoute_HasTheParametersOfItsService(string path, string method, string expected)
    {
        await using var gateway = await TestGateway.StartAsync();

        var operation = (await ReadAsync(gateway)).GetProperty("paths").GetProperty(path).GetProperty(method);

        Assert.Equal(expected, string.Join(", ", ParametersOf(operation).Select(parameter =>
            $"{TextOf(parameter, "name")} in {TextOf(parameter, "in")}{(IsRequired(parameter) ? "" : " (optional)")}")));

        static JsonElement[] ParametersOf(JsonElement operation) =>
            operation.TryGetProperty("parameters", out var parameters) ? [.. parameters.EnumerateArray()] : [];

        static bool IsRequired(JsonElement parameter) =>
            parameter.TryGetProperty("required", out var required) && required.GetBoolean();
    }

    private static Task<JsonElement> ReadAsync(TestGateway gateway) =>
        gateway.CreateClient().GetFromJsonAsync<JsonElement>("/openapi/v1.json", Cancelled);

    private static string? TextOf(JsonElement element, string property) => element.GetProperty(property).GetString();
}
