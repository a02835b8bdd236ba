using System.Net.Sockets;
using System.Security.Cryptography;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Recording;
using static DroneDelivery.Engine.Tests.Clients.Http1Exchanges;

namespace DroneDelivery.Engine.Tests.Clients;

/// <summary>What the client makes of the bytes of a response, and whether it keeps the connection.</summary>
public sealed class Http1ClientTests
{
    [Fact]
    public async Task Send_AnswerInSinglePackets_IsReadWhole()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            for (var head = await connection.ReadHeadAsync(); head.Length > 0; head = await connection.ReadHeadAsync())
            {
                foreach (var one in "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
                {
                    await connection.SendAsync($"{one}");
                }
            }
        });
        using var client = Client();

        var first = await GetAsync(client, server);
        var second = await GetAsync(client, server);

        Assert.Equal([new RequestOutcome(200, null, 3), new RequestOutcome(200, null, 3)], [first, second]);
        Assert.Equal((1, new ClientCounts(1, 0, 0)), (server.Connections, client.Counts));
    }

    [Fact]
    public async Task Send_AnswerThatEndsWithItsConnection_IsWholeAndTheNextHasItsOwn()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadHeadAsync();
            await connection.SendAsync("HTTP/1.1 200 OK\r\n\r\nhello");
        });
        using var client = Client();

        var first = await GetAsync(client, server);
        var second = await GetAsync(client, server);

        Assert.Equal([new RequestOutcome(200, null, 5), new RequestOutcome(200, null, 5)], [first, second]);
        Assert.Equal(new ClientCounts(2, 0, 0), client.Counts);
    }

    [Theory]
    [InlineData("SSH-2.0-OpenSSH_9.2\r\n", "InvalidResponse")]
    [InlineData("", "ResponseEnded")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel", "ResponseEnded")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "InvalidResponse")]
    public async Task Send_BadAnswer_IsCountedUnderItsWordAndEndsTheConnection(string answer, string reason)
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadHeadAsync();
            await connection.SendAsync(connection.Number == 1 ? answer : Ok);
        });
        using var client = Client();

        var bad = await GetAsync(client, server);
        var next = await GetAsync(client, server);

        Assert.Equal([new RequestOutcome(0, reason, 0), new RequestOutcome(200, null, 2)], [bad, next]);
    }

    [Fact]
    public async Task Send_HeadWithoutEnd_IsRefused()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadHeadAsync();
            await connection.SendAsync("HTTP/1.1 200 OK\r\nX: " + new string('x', 300_000));
            await connection.ReadHeadAsync();
        });
        using var client = Client();

        Assert.Equal("ConfigurationLimitExceeded", (await GetAsync(client, server)).FailureReason);
    }

    [Fact]
    public async Task Send_ConnectionReset_NamesTheReason()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadHeadAsync();
            connection.Reset();
        });
        using var client = Client();

        Assert.Equal(nameof(SocketError.ConnectionReset), (await GetAsync(client, server)).FailureReason);
    }

    [Fact]
    public async Task Send_KeptConnectionClosedBeforeTheAnswer_IsRepeatedOnceAndCounted()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadHeadAsync();
            await connection.SendAsync(Ok);
            await connection.ReadHeadAsync();
        });
        using var client = Client();
        await GetAsync(client, server);

        var repeated = await GetAsync(client, server);

        Assert.Equal(new RequestOutcome(200, null, 2), repeated);
        Assert.Equal(new ClientCounts(2, 0, 1), client.Counts);
    }

    [Fact]
    public async Task Send_PostOnAClosedConnection_IsNotRepeated()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadHeadAsync();
            await connection.SendAsync(Ok);
            await connection.ReadHeadAsync();
        });
        using var client = Client();
        var post = new PreparedRequest(HttpMethod.Post, server.Address);
        await client.SendAsync(post, Cancelled);

        var outcome = await client.SendAsync(post, Cancelled);

        Assert.Equal((nameof(HttpRequestError.ResponseEnded), 0L), (outcome.FailureReason, client.Counts.Retries));
    }

    [Fact]
    public async Task Send_KeptConnectionClosedDuringTheAnswer_IsNotRepeated()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadHeadAsync();
            await connection.SendAsync(Ok);
            await connection.ReadHeadAsync();
            await connection.SendAsync("HTTP/1.1 2");
        });
        using var client = Client();
        await GetAsync(client, server);

        var outcome = await GetAsync(client, server);

        Assert.Equal((nameof(HttpRequestError.ResponseEnded), 0L), (outcome.FailureReason, client.Counts.Retries));
    }

    [Fact]
    public async Task Send_ConnectionClosedWhileIdle_OpensAnother()
    {
        var closed = new TaskCompletionSource();
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadHeadAsync();
            await connection.SendAsync(Ok);
            connection.Client.Close();
            closed.TrySetResult();
        });
        using var client = Client();
        await GetAsync(client, server);
        await closed.Task;

        var outcome = await GetAsync(client, server);

        // A request may still be sent before the close is seen; then it is repeated.
        Assert.Equal(new RequestOutcome(200, null, 2), outcome);
        Assert.Equal((2, 2L), (server.Connections, client.Counts.Opened));
    }

    [Fact]
    public async Task Send_ConnectionForEachRequest_SaysSoAndOpensAsMany()
    {
        var heads = new List<string>();
        await using var server = new ScriptedServer(async connection =>
        {
            heads.Add(await connection.ReadHeadAsync());
            await connection.SendAsync(Ok);
            await connection.ReadHeadAsync();
        });
        using var client = Client(new HttpLoadOptions { NewConnectionPerRequest = true });

        for (var i = 0; i < 3; i++)
        {
            Assert.Equal(new RequestOutcome(200, null, 2), await GetAsync(client, server));
        }

        Assert.Equal((3, new ClientCounts(3, 0, 0)), (server.Connections, client.Counts));
        Assert.All(heads, head => Assert.Contains("\r\nConnection: close\r\n", head, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Send_LargeBodyToASlowReader_ArrivesWhole()
    {
        var body = new byte[8_000_000];
        new Random(7).NextBytes(body);
        byte[] received = [];
        await using var server = new ScriptedServer(async connection =>
        {
            var head = await connection.ReadHeadAsync();
            var rest = new byte[body.Length - (head.Length - head.IndexOf("\r\n\r\n", StringComparison.Ordinal) - 4)];
            await connection.Client.GetStream().ReadExactlyAsync(rest, connection.Stop);
            received = SHA256.HashData(rest);
            await connection.SendAsync($"HTTP/1.1 200 OK\r\nContent-Length: {rest.Length}\r\n\r\n");
            await connection.Client.GetStream().WriteAsync(rest, connection.Stop);
        });
        using var client = Client();

        var answer = await client.AskAsync(new PreparedRequest(HttpMethod.Put, server.Address, [], body), Cancelled);

        Assert.Equal((200, (long)answer.Body.Length), (answer.Status, answer.Outcome.Bytes));
        Assert.Equal(received, SHA256.HashData(answer.Body.Span));
        Assert.Equal(body.AsSpan(^answer.Body.Length..), answer.Body.Span);
    }

    [Fact]
    public async Task Send_BodyThatTheServerDoesNotWant_GetsTheAnswerThatCameFirst()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadHeadAsync();
            await connection.SendAsync("HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\n\r\nno!");
        });
        using var client = Client();

        var outcome = await client.SendAsync(
            new PreparedRequest(HttpMethod.Post, server.Address, [], new byte[20_000_000]), Cancelled);

        Assert.Equal(new RequestOutcome(413, null, 3), outcome);
    }

    [Fact]
    public async Task Send_TwoServers_HaveTheirOwnConnections()
    {
        await using var one = new RawServer(Ok);
        await using var other = new RawServer(Ok);
        using var client = Client();

        foreach (var server in (RawServer[])[one, other, one, other])
        {
            var outcome = await client.SendAsync(PreparedRequest.Get(server.Address), Cancelled);
            Assert.Equal(new RequestOutcome(200, null, 2), outcome);
        }

        Assert.Equal((1, 1, 2L), (one.Connections, other.Connections, client.Counts.Opened));
    }
}
