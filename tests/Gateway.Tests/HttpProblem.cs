using System.Net.Http.Json;
using System.Text.Json;

namespace DroneDelivery.Gateway.Tests;

internal static class HttpProblem
{
    /// <summary>Reads a problem response; fails when the answer is of another kind.</summary>
    public static async Task<JsonElement> ReadProblemAsync(this HttpResponseMessage response)
    {
        Assert.Equal("application/problem+json", response.Content.Headers.ContentType?.MediaType);
        return await response.Content.ReadFromJsonAsync<JsonElement>(TestContext.Current.CancellationToken);
    }
}
