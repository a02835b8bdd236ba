using System.Net;
using DroneDelivery.ServiceDefaults.Cosmos;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.ServiceDefaults.Tests.Cosmos;

public sealed class CosmosFailureHandlerTests
{
    [Theory]
    [InlineData(HttpStatusCode.TooManyRequests, HttpStatusCode.TooManyRequests)]
    [InlineData(HttpStatusCode.RequestTimeout, HttpStatusCode.GatewayTimeout)]
    [InlineData(HttpStatusCode.ServiceUnavailable, HttpStatusCode.ServiceUnavailable)]
    [InlineData(HttpStatusCode.Gone, HttpStatusCode.ServiceUnavailable)]
    [InlineData(HttpStatusCode.NotFound, HttpStatusCode.ServiceUnavailable)]
    [InlineData(HttpStatusCode.Unauthorized, HttpStatusCode.ServiceUnavailable)]
    [InlineData(HttpStatusCode.Forbidden, HttpStatusCode.ServiceUnavailable)]
    [InlineData(HttpStatusCode.BadRequest, HttpStatusCode.InternalServerError)]
    public async Task Database_Fails_AnswerHasStatusTheCallerCanActOn(HttpStatusCode cosmos, HttpStatusCode expected)
    {
        await using var service = await StartThrowingAsync(
            new CosmosException("no", cosmos, subStatusCode: 0, activityId: "", requestCharge: 0));

        var response = await service.Client.GetAsync("/data", TestContext.Current.CancellationToken);

        Assert.Equal(expected, response.StatusCode);
        Assert.Equal((int)expected, (await response.ReadProblemAsync()).GetProperty("status").GetInt32());
    }

    [Fact]
    public async Task Database_Throttles_AnswerPassesItsWaitOnInFullSeconds()
    {
        await using var service = await StartThrowingAsync(new ThrottledException(TimeSpan.FromMilliseconds(1200)));

        var response = await service.Client.GetAsync("/data", TestContext.Current.CancellationToken);

        Assert.Equal("2", response.Headers.RetryAfter?.ToString());
    }

    [Fact]
    public async Task Database_Fails_IsLoggedAsOneWarning()
    {
        using var warnings = new RecordedWarnings();
        await using var service = await StartThrowingAsync(new ThrottledException(TimeSpan.Zero), warnings);

        (await service.Client.GetAsync("/data", TestContext.Current.CancellationToken)).Dispose();

        var line = Assert.Single(warnings.Lines);
        Assert.StartsWith("Cosmos DB failed; the response was 429: ", line);
        Assert.Contains("throttled", line);
    }

    private static Task<TestService> StartThrowingAsync(
        CosmosException exception, RecordedWarnings? warnings = null) => TestService.StartAsync(
        builder =>
        {
            builder.AddCosmos();
            builder.Services.AddSingleton<ILoggerProvider>(warnings ?? new RecordedWarnings());
        },
        app => app.MapGet("/data", string () => throw exception));

    private sealed class ThrottledException(TimeSpan wait)
        : CosmosException("throttled", HttpStatusCode.TooManyRequests, subStatusCode: 3200, activityId: "", requestCharge: 0)
    {
        public override TimeSpan? RetryAfter => wait;
    }
}
