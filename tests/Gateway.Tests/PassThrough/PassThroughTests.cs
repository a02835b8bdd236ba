using System.Net;
using System.Net.Http.Json;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.PassThrough;

public sealed class PassThroughTests
{
    [Theory]
    [InlineData("/api/deliveries/d-0000001", "delivery", "GET /deliveries/d-0000001")]
    [InlineData("/api/deliveries/summary?ownerId=a&year=2025", "delivery", "GET /deliveries/summary?ownerId=a&year=2025")]
    [InlineData("/api/packages?page=2", "package", "GET /packages?page=2")]
    [InlineData("/api/drones/x/assignments", "drone-scheduler", "GET /drones/x/assignments")]
    public async Task PassThrough_Request_GoesToTheServiceThatOwnsThePath(string address, string backend, string expected)
    {
        await using var gateway = await TestGateway.StartAsync();
        using var client = gateway.CreateClient();

        (await client.GetAsync(address, TestContext.Current.CancellationToken)).Dispose();

        Assert.Equal(expected, Assert.Single(gateway.Named(backend).Requests));
    }

    [Fact]
    public async Task PassThrough_Post_BodyAndAnswerPassUnchanged()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.Delivery.Answer("/deliveries", async context =>
        {
            context.Response.StatusCode = StatusCodes.Status201Created;
            await context.Request.Body.CopyToAsync(context.Response.Body, context.RequestAborted);
        });
        using var client = gateway.CreateClient();

        var response = await client.PostAsJsonAsync("/api/deliveries", new { id = "d-1" }, TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.Created, response.StatusCode);
        Assert.Equal("""{"id":"d-1"}""", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task PassThrough_ErrorWithoutBody_PassesAsItIs()
    {
        await using var gateway = await TestGateway.StartAsync();
        gateway.Package.Answer("/packages/p-1", StatusCodes.Status409Conflict);
        using var client = gateway.CreateClient();

        var response = await client.GetAsync("/api/packages/p-1", TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.Conflict, response.StatusCode);
        Assert.Empty(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task PassThrough_BackendUnreachable_ProblemNamesIt()
    {
        await using var gateway = await TestGateway.StartAsync();
        await gateway.Package.DisposeAsync();
        using var client = gateway.CreateClient();

        var response = await client.GetAsync("/api/packages/p-1", TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.BadGateway, response.StatusCode);
        var problem = await response.ReadProblemAsync();
        Assert.Equal("package", problem.GetProperty("backend").GetString());
        Assert.Equal("unreachable", problem.GetProperty("failure").GetString());
        Assert.Contains(
            "A request was answered with 502 (unreachable): The package service cannot be reached.", gateway.Warnings.Lines);
    }
}
