using System.Net.Quic;
using System.Net.Sockets;
using System.Text;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using HttpProtocol = DroneDelivery.LoadTests.Engine.Clients.HttpProtocol;

namespace DroneDelivery.Engine.Tests.Clients;

public sealed class KestrelTests
{
    private static readonly byte[] Sent = Encoding.UTF8.GetBytes("some bytes to send");

    /// <summary>Each protocol, without and with TLS.</summary>
    public static TheoryData<HttpProtocol, bool> Protocols => new()
    {
        { HttpProtocol.Http1, false },
        { HttpProtocol.Http1, true },
        { HttpProtocol.Http2, false },
        { HttpProtocol.Http2, true },
    };

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(Protocols))]
    public async Task Ask_AnyProtocol_SendsAndReceivesTheSame(HttpProtocol protocol, bool tls)
    {
        await using var server = await StartAsync(protocol, tls, async context =>
        {
            context.Response.StatusCode = 201;
            var request = context.Request;
            context.Response.Headers.Append("X-Seen", $"{request.Protocol} {request.Method} {request.Headers["X-Mine"]}");
            await context.Request.Body.CopyToAsync(context.Response.Body);
        });
        using var client = Client(protocol);
        var sent = new PreparedRequest(
            HttpMethod.Post, server.Address, [new("X-Mine", "a b"), new("Content-Type", "text/plain")], Sent);

        var answer = await client.AskAsync(sent, Cancelled);
        var counted = await client.SendAsync(sent, Cancelled);

        Assert.Equal(new RequestOutcome(201, null, Sent.Length), answer.Outcome);
        Assert.Equal(answer.Outcome, counted);
        Assert.Equal($"{(protocol == HttpProtocol.Http1 ? "HTTP/1.1" : "HTTP/2")} POST a b", answer.Header("x-seen"));
        Assert.Equal(Sent, answer.Body.ToArray());
        Assert.Equal(new ClientCounts(1, tls ? 1 : 0, 0), client.Counts);
    }

    [Theory]
    [MemberData(nameof(Protocols))]
    public async Task Send_ConnectionForEachRequest_CountsThem(HttpProtocol protocol, bool tls)
    {
        await using var server = await StartAsync(protocol, tls, context => context.Response.WriteAsync("ok"));
        using var client = new HttpLoadClient(
            new HttpLoadOptions { Protocol = protocol, NewConnectionPerRequest = true, AcceptAnyCertificate = true },
            TimeProvider.System);

        for (var i = 0; i < 3; i++)
        {
            Assert.Equal(new RequestOutcome(200, null, 2), await client.SendAsync(PreparedRequest.Get(server.Address), Cancelled));
        }

        Assert.Equal(new ClientCounts(3, tls ? 3 : 0, 0), client.Counts);
    }

    [Theory]
    [InlineData(HttpProtocol.Http1)]
    [InlineData(HttpProtocol.Http2)]
    public async Task Send_CertificateThatIsNotTrusted_IsAFailure(HttpProtocol protocol)
    {
        await using var server = await StartAsync(protocol, tls: true, context => context.Response.WriteAsync("ok"));
        using var client = new HttpLoadClient(new HttpLoadOptions { Protocol = protocol }, TimeProvider.System);

        var outcome = await client.SendAsync(PreparedRequest.Get(server.Address), Cancelled);

        Assert.Equal(new RequestOutcome(0, nameof(HttpRequestError.SecureConnectionError), 0), outcome);
        Assert.Equal(new ClientCounts(0, 0, 0), client.Counts);
    }

    [Theory]
    [MemberData(nameof(Protocols))]
    public async Task Run_ManyUsersAndBodiesOfAllSizes_LosesNothing(HttpProtocol protocol, bool tls)
    {
        const int users = 20;
        var sizes = new[] { 0, 1, 100, 4_000, 16_384, 70_000 };
        var served = 0L;
        await using var server = await StartAsync(protocol, tls, async context =>
        {
            var size = int.Parse(context.Request.Query["size"]!);
            if (size % 100 == 0)
            {
                context.Response.ContentLength = size;
            }

            Interlocked.Add(ref served, size);
            await context.Response.Body.WriteAsync(new byte[size]);
        });
        using var client = Client(protocol);
        var requests = sizes.Select(size => PreparedRequest.Get(new Uri(server.Address, $"?size={size}"))).ToArray();

        var outcomes = await Task.WhenAll(Enumerable.Range(0, users).Select(async user =>
        {
            var bytes = 0L;
            for (var i = 0; i < 60; i++)
            {
                var outcome = await client.SendAsync(requests[(user + i) % requests.Length], Cancelled);
                Assert.Equal((200, null, (long)sizes[(user + i) % sizes.Length]), (outcome.StatusCode, outcome.Error, outcome.Bytes));
                bytes += outcome.Bytes;
            }

            return bytes;
        }));

        Assert.Equal(served, outcomes.Sum());
        Assert.InRange(client.Counts.Opened, 1, protocol == HttpProtocol.Http1 ? 4 : 2);
    }

    [Fact]
    public async Task Send_StreamsPerConnection_AreNotExceeded()
    {
        var (now, most) = (0, 0);
        var all = new TaskCompletionSource();
        await using var server = await StartAsync(HttpProtocol.Http2, tls: false, async context =>
        {
            lock (all)
            {
                most = Math.Max(most, Interlocked.Increment(ref now));
            }

            if (Volatile.Read(ref now) == 6)
            {
                all.TrySetResult();
            }

            await all.Task.WaitAsync(context.RequestAborted);
            Interlocked.Decrement(ref now);
        });
        using var client = new HttpLoadClient(
            new HttpLoadOptions { Protocol = HttpProtocol.Http2, Connections = 2, StreamsPerConnection = 3 }, TimeProvider.System);

        var request = PreparedRequest.Get(server.Address);
        var outcomes = await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => client.SendAsync(request, Cancelled).AsTask()));

        Assert.All(outcomes, outcome => Assert.Equal(new RequestOutcome(200, null, 0), outcome));
        Assert.Equal((6, 2L), (most, client.Counts.Opened));
    }

    [Theory]
    [InlineData(HttpProtocol.Http1, true)]
    [InlineData(HttpProtocol.Http2, false)]
    [InlineData(HttpProtocol.Http2, true)]
    public async Task Send_NoAnswerInTime_IsATimeoutAndTheNextIsAnswered(HttpProtocol protocol, bool tls)
    {
        var asked = new TaskCompletionSource();
        var first = true;
        await using var server = await StartAsync(protocol, tls, async context =>
        {
            if (first)
            {
                first = false;
                asked.TrySetResult();
                await Task.Delay(Timeout.Infinite, context.RequestAborted).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        });
        var clock = new ManualTimeProvider();
        using var client = new HttpLoadClient(
            new HttpLoadOptions { Protocol = protocol, Timeout = TimeSpan.FromSeconds(2), AcceptAnyCertificate = true }, clock);

        var pending = client.SendAsync(PreparedRequest.Get(server.Address), Cancelled).AsTask();
        await asked.Task;
        clock.Advance(TimeSpan.FromSeconds(2));

        Assert.Equal(RequestOutcome.TimedOut, (await pending).FailureReason);
        Assert.Equal(new RequestOutcome(200, null, 0), await client.SendAsync(PreparedRequest.Get(server.Address), Cancelled));
    }

    [Theory]
    [InlineData(HttpProtocol.Http1)]
    [InlineData(HttpProtocol.Http2)]
    public async Task Send_NobodyListens_NamesTheReason(HttpProtocol protocol)
    {
        using var client = Client(protocol);
        using var port = new UnansweredPort();

        var outcome = await client.SendAsync(PreparedRequest.Get(port.Address), Cancelled);

        Assert.Equal(nameof(SocketError.ConnectionRefused), outcome.FailureReason);
    }

    [Fact]
    public async Task Ask_Http3_IsAnsweredWhereThereIsQuic()
    {
        if (!HasQuic)
        {
            var refused = Assert.Throws<PlatformNotSupportedException>(() => Client(HttpProtocol.Http3));
            Assert.Equal("HTTP/3 needs QUIC, which this machine lacks: install libmsquic, or use HTTP/2.", refused.Message);
            return;
        }

        await using var server = await StartAsync(
            HttpProtocol.Http3, tls: true, context => context.Response.WriteAsync(context.Request.Protocol));
        using var client = Client(HttpProtocol.Http3);

        var answer = await client.AskAsync(PreparedRequest.Get(server.Address), Cancelled);

        Assert.Equal(("HTTP/3", new ClientCounts(1, 1, 0)), (answer.Text, client.Counts));
    }

    private static bool HasQuic =>
        (OperatingSystem.IsLinux() || OperatingSystem.IsWindows() || OperatingSystem.IsMacOS()) && QuicConnection.IsSupported;

    private static Task<KestrelServer> StartAsync(HttpProtocol protocol, bool tls, RequestDelegate answer) =>
        KestrelServer.StartAsync(
            protocol switch
            {
                HttpProtocol.Http1 => HttpProtocols.Http1,
                HttpProtocol.Http2 => HttpProtocols.Http2,
                _ => HttpProtocols.Http3,
            },
            tls,
            answer);

    private static HttpLoadClient Client(HttpProtocol protocol) => new(
        new HttpLoadOptions
        {
            Protocol = protocol,
            Connections = protocol == HttpProtocol.Http1 ? 4 : 1,
            AcceptAnyCertificate = true,
        },
        TimeProvider.System);
}
