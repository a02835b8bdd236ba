using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Keys;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Keys;

public sealed class RequiredScopeTests
{
    private static readonly RequiredBackends Backend = new(RequestPriority.Low, "delivery");

    [Fact]
    public void Endpoint_OfTheApiWithoutAScope_IsClosedToEveryKey()
    {
        var need = RequiredScope.Find(new Endpoint(null, new EndpointMetadataCollection(Backend), "forgotten"));

        Assert.False(need?.IsGrantedBy((KeyScopes)~0, "GET"));
        Assert.False(need?.IsGrantedBy((KeyScopes)~0, "POST"));
    }

    [Fact]
    public void Endpoint_NotOfTheApi_NeedsNone()
    {
        Assert.Null(RequiredScope.Find(new Endpoint(null, EndpointMetadataCollection.Empty, "health")));
        Assert.Null(RequiredScope.Find(new DefaultHttpContext { Request = { Path = "/apiary" } }));
    }

    [Theory]
    [InlineData("GET", true)]
    [InlineData("HEAD", true)]
    [InlineData("OPTIONS", true)]
    [InlineData("POST", false)]
    [InlineData("DELETE", false)]
    [InlineData("TRACE", false)]
    public void Method_ReadsOrWrites(string method, bool reads)
    {
        var need = new RequiredScope(KeyScopes.DeliveriesRead, KeyScopes.DeliveriesWrite);

        Assert.Equal(
            (reads, !reads), (need.IsGrantedBy(KeyScopes.DeliveriesRead, method), need.IsGrantedBy(KeyScopes.DeliveriesWrite, method)));
    }

    [Fact]
    public async Task Endpoints_WithBackends_AllNameTheirScope()
    {
        await using var gateway = await TestGateway.StartAsync();

        var forgotten = gateway.Services.GetRequiredService<EndpointDataSource>().Endpoints
            .Where(endpoint => endpoint.Metadata.GetMetadata<RequiredBackends>() is not null)
            .Where(endpoint => endpoint.Metadata.GetMetadata<RequiredScope>() is not { Read: not KeyScopes.None });

        Assert.Empty(forgotten);
    }
}
