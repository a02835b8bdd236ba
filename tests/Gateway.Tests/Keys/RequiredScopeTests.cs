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
    public void Endpoint_WithBackendsAndNoScope_IsClosedToEveryKey()
    {
        var scope = RequiredScope.Find(new Endpoint(null, new EndpointMetadataCollection(Backend), "forgotten"));

        Assert.False(scope?.IsGrantedBy((KeyScopes)~0, "GET"));
        Assert.False(scope?.IsGrantedBy((KeyScopes)~0, "POST"));
    }

    [Fact]
    public void Find_OutsideOfTheApi_RequiresNoScope()
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
    public void IsGrantedBy_Method_RequiresTheScopeToReadOrToWrite(string method, bool reads)
    {
        var scope = new RequiredScope(KeyScopes.DeliveriesRead, KeyScopes.DeliveriesWrite);

        Assert.Equal(
            (reads, !reads),
            (scope.IsGrantedBy(KeyScopes.DeliveriesRead, method), scope.IsGrantedBy(KeyScopes.DeliveriesWrite, method)));
    }

    [Fact]
    public async Task Endpoints_WithBackends_AllNameTheirScope()
    {
        await using var gateway = await TestGateway.StartAsync();

        var ofBackends = gateway.Services.GetRequiredService<EndpointDataSource>().Endpoints
            .Where(endpoint => endpoint.Metadata.GetMetadata<RequiredBackends>() is not null)
            .ToList();

        Assert.NotEmpty(ofBackends);
        // A scope to write is not needed: without one, no key may write.
        Assert.All(ofBackends, endpoint => Assert.True(
            endpoint.Metadata.GetMetadata<RequiredScope>() is { Read: not KeyScopes.None }, endpoint.DisplayName));
    }
}
