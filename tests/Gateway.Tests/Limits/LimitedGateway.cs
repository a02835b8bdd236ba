using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Limits;

/// <summary>A gateway that keeps limits; who calls stands in a header of the test.</summary>
internal static class LimitedGateway
{
    /// <summary>Every request that names a key is of this plan.</summary>
    public static async Task<TestGateway> StartAsync(Plan plan)
    {
        var gateway = (await TestGateway.StartAsync()).With("Limits:Mode", "local").WithServices(services =>
            services.AddSingleton<IStartupFilter>(new HeaderCallers(name => new Caller(name, name, plan))));
        gateway.Package.Answer("/packages", 200, "[]");
        return gateway;
    }

    public static Task<HttpResponseMessage> GetAsync(this TestGateway gateway, string address, string key)
    {
        var client = gateway.CreateClient();
        client.DefaultRequestHeaders.Add(HeaderCallers.Header, key);
        return client.GetAsync(address, TestContext.Current.CancellationToken);
    }
}
