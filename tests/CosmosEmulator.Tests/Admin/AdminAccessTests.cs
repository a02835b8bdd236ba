using System.Net;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.CosmosEmulator.Tests.Admin;

/// <summary>The admin API of an emulator that other machines reach.</summary>
public sealed class AdminAccessTests
{
    private const string OwnKey = "c29tZSBvdGhlciBrZXksIG5vdCB0aGUgZW11bGF0b3Incw==";
    private const string OtherKey = "YSB0aGlyZCBrZXk=";
    private const string Here = "127.0.0.1";
    private const string Elsewhere = "10.0.0.7";

    [Theory]
    [InlineData("a request of this machine", Here, "127.0.0.1:8081", OwnKey, null, 200)]
    [InlineData("through IPv6", "::ffff:127.0.0.1", "localhost:8081", OwnKey, null, 200)]
    [InlineData("another machine", Elsewhere, "cosmos-emulator:8081", OwnKey, null, 403)]
    [InlineData("another machine that names a loopback address", Elsewhere, "127.0.0.1:8081", OwnKey, null, 403)]
    [InlineData("another machine with the key", Elsewhere, "cosmos-emulator:8081", OwnKey, OwnKey, 200)]
    [InlineData("another machine with another key", Elsewhere, "cosmos-emulator:8081", OwnKey, OtherKey, 403)]
    [InlineData(
        "another machine with the public key", Elsewhere, "cosmos-emulator:8081",
        EmulatorOptions.WellKnownKey, EmulatorOptions.WellKnownKey, 403)]
    [InlineData(
        "a rebound name with the public key", Here, "rebound.example", EmulatorOptions.WellKnownKey, EmulatorOptions.WellKnownKey, 403)]
    public async Task Admin_ByClientAndSignature_IsServedOrRefused(
        string who, string client, string host, string key, string? signedWith, int expected)
    {
        var emulator = EmulatorApplication.MakeHandler(new EmulatorOptions { Key = key, Time = new ManualTimeProvider() });

        var status = await SendAsync(emulator, "/_emulator/reset", client, host, signedWith);

        Assert.True(status is 204 or 403, who);
        Assert.Equal((who, expected), (who, status == 204 ? 200 : status));
    }

    [Fact]
    public async Task Health_OfAnotherMachineWithoutASignature_IsServed()
    {
        var emulator = EmulatorApplication.MakeHandler(new EmulatorOptions { Time = new ManualTimeProvider() });

        Assert.Equal(200, await SendAsync(emulator, "/health", Elsewhere, "10.0.0.9:8081", signedWith: null, "GET"));
    }

    private static async Task<int> SendAsync(
        RequestDelegate emulator, string path, string client, string host, string? signedWith, string method = "POST")
    {
        const string date = "Fri, 21 Nov 2025 10:00:00 GMT";
        var http = new DefaultHttpContext();
        http.Connection.RemoteIpAddress = IPAddress.Parse(client);
        http.Request.Method = method;
        http.Request.Scheme = "http";
        http.Request.Host = new HostString(host);
        http.Request.Path = path;
        if (signedWith is not null)
        {
            http.Request.Headers[CosmosHeaders.Date] = date;
            http.Request.Headers.Authorization = new RequestSignature(signedWith).Sign(method, path, date);
        }

        await emulator(http);
        return http.Response.StatusCode;
    }
}
