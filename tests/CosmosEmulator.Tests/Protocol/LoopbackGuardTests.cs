using DroneDelivery.CosmosEmulator.Protocol;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.CosmosEmulator.Tests.Protocol;

public sealed class LoopbackGuardTests
{
    [Theory]
    [InlineData("localhost:8081", "", null)]
    [InlineData("LOCALHOST", "", null)]
    [InlineData("127.0.0.1:8081", "http://127.0.0.1:8081", null)]
    [InlineData("[::1]:8081", "HTTP://[::1]:8081", null)]
    [InlineData("10.0.0.1:8081", "", "The host is '10.0.0.1:8081'; only 127.0.0.1, [::1] and localhost are served.")]
    [InlineData("example.test", "", "The host is 'example.test'; only 127.0.0.1, [::1] and localhost are served.")]
    [InlineData("localhost:8081", "http://localhost:9", "The origin is 'http://localhost:9'; only pages of this server may ask.")]
    [InlineData("localhost", "https://localhost", "The origin is 'https://localhost'; only pages of this server may ask.")]
    public void FindRefusal_HostAndOrigin_AreOfThisServerOnly(string host, string origin, string? refusal)
    {
        var request = new DefaultHttpContext { Request = { Scheme = "http", Host = new HostString(host) } }.Request;
        request.Headers.Origin = origin;

        Assert.Equal(refusal, LoopbackGuard.FindRefusal(request));
    }
}
