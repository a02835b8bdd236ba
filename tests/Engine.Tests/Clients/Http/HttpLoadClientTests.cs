using System.Diagnostics;
using DroneDelivery.Engine.Tests.Runs;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Engine.Tests.Clients.Http;

public sealed class HttpLoadClientTests
{
    private const string Ok = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nSet-Cookie: a=b\r\n\r\nhello";

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Send_TwoRequests_KeepsTheConnectionAndAddsNoHeaderOfItsOwn()
    {
        await using var server = new RawServer(Ok);
        using var client = new HttpLoadClient(4, Timeout, TimeProvider.System);
        using var activity = new Activity("test").Start();

        var first = await GetAsync(client, server.Address, ("traceparent", "00-1-2-01"));
        var second = await GetAsync(client, server.Address, ("traceparent", "00-3-4-00"));

        Assert.Equal([new RequestOutcome(200, null, 5), new RequestOutcome(200, null, 5)], [first, second]);
        Assert.Equal(1, server.Connections);
        string[] expected = ["GET / HTTP/1.1", $"Host: {server.Address.Authority}", "traceparent: 00-3-4-00"];
        Assert.Equal(expected, Lines(server.Requests[1]).Order());
    }

    [Fact]
    public async Task Send_Redirect_IsAFailureAndNotFollowed()
    {
        await using var server = new RawServer("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n");
        using var client = new HttpLoadClient(1, Timeout, TimeProvider.System);

        var outcome = await GetAsync(client, server.Address);

        Assert.Equal((false, "HTTP 302"), (outcome.IsSuccess, outcome.FailureReason));
        Assert.Single(server.Requests);
    }

    [Fact]
    public async Task Send_NoAnswerWithinTheTimeout_IsATimeout()
    {
        var clock = new ManualTimeProvider();
        using var client = new HttpLoadClient(new SilentServer(), TimeSpan.FromSeconds(2), clock);

        var pending = GetAsync(client, new Uri("http://silent/"));
        clock.Advance(TimeSpan.FromSeconds(1.9));
        var answeredEarly = pending.IsCompleted;
        clock.Advance(TimeSpan.FromSeconds(0.2));

        Assert.False(answeredEarly);
        Assert.Equal(RequestOutcome.TimedOut, (await pending).FailureReason);
        Assert.Equal(0, clock.PendingTimers);
    }

    [Fact]
    public async Task Send_Cancelled_Throws()
    {
        using var client = new HttpLoadClient(new SilentServer(), Timeout, new ManualTimeProvider());
        using var cancellation = new CancellationTokenSource();

        var pending = client.SendAsync(PreparedRequest.Get(new Uri("http://silent/")), cancellation.Token).AsTask();
        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => pending);
    }

    /// <summary>No answer comes before each user has sent a request: none finds a connection that another has left.</summary>
    [Fact]
    public async Task Run_OverHttp_CountsWhatTheServerSaw()
    {
        const int Users = 3;
        await using var server = new RawServer(Ok);
        using var client = new HttpLoadClient(Users, Timeout, TimeProvider.System);
        var profile = SimulatedRun.Profile(Users, TimeSpan.FromSeconds(3), ThinkTime.Fixed(TimeSpan.FromMilliseconds(5)));
        // What the first request costs is no part of the run.
        await GetAsync(client, server.Address);
        var all = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        server.BeforeAnswer = count =>
        {
            if (count == 1 + Users)
            {
                all.SetResult();
            }

            return all.Task;
        };

        var result = await new LoadRunner(TimeProvider.System).RunAsync(
            profile,
            (_, cancellationToken) => client.SendAsync(PreparedRequest.Get(server.Address), cancellationToken),
            new RunMonitor(),
            Cancelled);

        Assert.Equal(server.Requests.Count - 1, result.Sent);
        // A user whose timer fired after the end was due before it: cut off, but not sent.
        Assert.InRange(result.Completed + result.CutOff, result.Sent, result.Sent + Users);
        Assert.Equal(result.Completed * 5, result.BytesReceived);
        Assert.Equal((Users, Users), (server.Connections, client.Counts.Opened));
        Assert.True(result.Completed > 0, "no request was completed");
        Assert.DoesNotContain("Load client", Thread.CurrentThread.Name ?? "", StringComparison.Ordinal);
    }

    private static Task<RequestOutcome> GetAsync(HttpLoadClient client, Uri uri, params (string Name, string Value)[] headers)
    {
        var pairs = headers.Select(header => KeyValuePair.Create(header.Name, header.Value)).ToList();
        return client.SendAsync(new PreparedRequest(HttpMethod.Get, uri, pairs), Cancelled).AsTask();
    }

    private static string[] Lines(string head) =>
        head.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private sealed class SilentServer : HttpMessageHandler
    {
        protected override async Task<HttpResponseMessage> SendAsync(
            HttpRequestMessage request, CancellationToken cancellationToken)
        {
            await Task.Delay(System.Threading.Timeout.Infinite, cancellationToken);
            throw new InvalidOperationException("A silent server does not answer.");
        }
    }
}
