using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace DroneDelivery.TestSupport;

/// <summary>Reads problem responses; fails when the answer is of another kind.</summary>
public static class HttpProblem
{
    public static async Task<HttpValidationProblemDetails> ReadAsync(HttpResponseMessage response, HttpStatusCode expected)
    {
        Assert.Equal(expected, response.StatusCode);
        return (await ReadProblemAsync(response)).Deserialize<HttpValidationProblemDetails>(JsonSerializerOptions.Web)!;
    }

    /// <summary>With every member that the answer has.</summary>
    public static async Task<JsonElement> ReadProblemAsync(this HttpResponseMessage response)
    {
        Assert.Equal("application/problem+json", response.Content.Headers.ContentType?.MediaType);
        return await response.Content.ReadFromJsonAsync<JsonElement>(TestContext.Current.CancellationToken);
    }
}
