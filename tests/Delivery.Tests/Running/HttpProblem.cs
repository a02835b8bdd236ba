using System.Net;
using System.Net.Http.Json;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Delivery.Tests.Running;

internal static class HttpProblem
{
    public static async Task<HttpValidationProblemDetails> ReadAsync(HttpResponseMessage response, HttpStatusCode expected)
    {
        Assert.Equal(expected, response.StatusCode);
        Assert.Equal("application/problem+json", response.Content.Headers.ContentType?.MediaType);
        return (await response.Content.ReadFromJsonAsync<HttpValidationProblemDetails>(TestContext.Current.CancellationToken))!;
    }
}
