using System.Net;
using System.Net.Sockets;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace DroneDelivery.Engine.Tests.Clients.Http;

/// <summary>Connections without a request, and the times of connections.</summary>
public sealed class ConnectionOutcomeTests
{
    private static readonly HttpLoadOptions Trusting = new() { AcceptAnyCertificate = true };

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task ConnectTo_Server_OpensAConnectionForEachCallWithoutARequest(bool tls)
    {
        var requests = 0;
        await using var server = await KestrelServer.StartAsync(HttpProtocols.Http1, tls, _ =>
        {
            requests++;
            return Task.CompletedTask;
        });
        using var client = new HttpLoadClient(Trusting, TimeProvider.System);
        var connect = client.ConnectTo(server.Address, tls);

        RequestOutcome[] outcomes = [await connect(Cancelled), await connect(Cancelled)];

        Assert.All(outcomes, outcome => Assert.True(outcome.IsSuccess, outcome.FailureReason));
        Assert.Equal((new ClientCounts(2, tls ? 2 : 0, 0), 0), (client.Counts, requests));
        var times = client.TakeConnectionTimes();
        Assert.Equal((2, tls ? 2 : 0), (times.Tcp.Count, times.Tls.Count));
        Assert.True(!tls || times.Tls.Min > 0);
        Assert.Equal(0, client.TakeConnectionTimes().Tcp.Count);
    }

    [Fact]
    public async Task TakeConnectionTimes_KeptConnection_HasItOnce()
    {
        await using var server = await KestrelServer.StartAsync(
            HttpProtocols.Http1, tls: true, context => context.Response.WriteAsync("ok"));
        using var client = new HttpLoadClient(Trusting, TimeProvider.System);
        var request = PreparedRequest.Get(server.Address);

        await client.SendAsync(request, Cancelled);
        await client.SendAsync(request, Cancelled);

        var times = client.TakeConnectionTimes();
        Assert.Equal((1, 1), (times.Tcp.Count, times.Tls.Count));
    }

    [Fact]
    public async Task ConnectTo_CertificateThatIsNotTrusted_IsAFailure()
    {
        await using var server = await KestrelServer.StartAsync(HttpProtocols.Http1, tls: true, _ => Task.CompletedTask);
        using var client = new HttpLoadClient(new HttpLoadOptions(), TimeProvider.System);

        var outcome = await client.ConnectTo(server.Address, tls: true)(Cancelled);

        Assert.Equal(("SecureConnectionError", 0), (outcome.FailureReason, client.Counts.Opened));
    }

    [Fact]
    public async Task ConnectTo_NobodyListens_IsAFailure()
    {
        using var port = new UnansweredPort();
        using var client = new HttpLoadClient(Trusting, TimeProvider.System);

        var outcome = await client.ConnectTo(port.Address, tls: false)(Cancelled);

        Assert.Equal("ConnectionRefused", outcome.FailureReason);
    }

    /// <summary>The other side accepts TCP, and never answers the handshake.</summary>
    [Fact]
    public async Task ConnectTo_HandshakeThatIsNotAnswered_TimesOutOrIsCancelled()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var clock = new ManualTimeProvider();
        using var client = new HttpLoadClient(Trusting, clock);
        var connect = client.ConnectTo(new Uri($"https://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/"), tls: true);
        using var stop = new CancellationTokenSource();

        var late = connect(Cancelled);
        var cancelled = connect(stop.Token);
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await cancelled);
        clock.Advance(new HttpLoadOptions().Timeout);

        Assert.Equal(RequestOutcome.TimedOut, (await late).FailureReason);
    }
}
