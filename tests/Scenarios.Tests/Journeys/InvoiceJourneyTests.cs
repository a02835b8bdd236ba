using System.Net;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.LoadTests.Scenarios.Journeys;
using DroneDelivery.SampleData;

namespace DroneDelivery.Scenarios.Tests.Journeys;

public sealed class InvoiceJourneyTests
{
    private const ulong Seed = 5;
    private const int Requests = 4_000;

    private readonly World _world = new(owners: 50, months: 6);

    [Fact]
    public async Task Request_NoHotOwner_DrawsOneNumberForTheOwnerAndOneForTheMonth()
    {
        var expected = new SeededRandom(Seed);
        string[] owners = [.. _world.OwnerIds];

        var asked = await AskAsync(hotOwnerShare: 0);

        Assert.All(asked, path =>
        {
            var (owner, month) = (owners[expected.Next(owners.Length)], _world.FirstMonth.Plus(expected.Next(_world.Months)));
            Assert.Equal($"/api/invoices/{owner}?year={month.Year}&month={month.Month}", path);
        });
    }

    [Theory]
    [InlineData(0.3)]
    [InlineData(0.9)]
    [InlineData(1.0)]
    public async Task Request_HotOwner_GetsItsShareAndThatOfAnyOwner(double share)
    {
        var hot = _world.OwnerIds.First();

        var asked = await AskAsync(share);

        var measured = asked.Count(path => path.StartsWith($"/api/invoices/{hot}?", StringComparison.Ordinal)) / (double)Requests;
        Assert.InRange(measured, (share + ((1 - share) / 50)) - 0.03, (share + ((1 - share) / 50)) + 0.03);
    }

    [Fact]
    public async Task Request_HotOwner_IsAskedForTheSameWayWithTheSameSeed() =>
        Assert.Equal(await AskAsync(0.5), await AskAsync(0.5));

    /// <summary>The same owners and months, so that Delivery does the same work for both.</summary>
    [Fact]
    public async Task Request_CallsDelivery_IsTheCallUnderStudyForTheSameOwnersAndMonths() => Assert.Equal(
        (await AskAsync(0)).Select(path => path
            .Replace("/api/invoices/", "/deliveries/utilization?ownerId=", StringComparison.Ordinal)
            .Replace("?year", "&year", StringComparison.Ordinal)),
        await AskAsync(0, callsDelivery: true));

    private async Task<IReadOnlyList<string>> AskAsync(double hotOwnerShare, bool callsDelivery = false)
    {
        using var server = new RecordingServer();
        using var client = new HttpLoadClient(server, TimeSpan.FromSeconds(30), TimeProvider.System);
        var journey = new InvoiceJourney(client, new Uri("http://gateway/"), _world, hotOwnerShare)
        {
            CallsDelivery = callsDelivery,
        };
        var random = new SeededRandom(Seed);
        for (var number = 0; number < Requests; number++)
        {
            var iteration = new UserIteration(0, number, WarmUp: false, random, new TraceContext(1, 2, 3, Sampled: false));
            await journey.RequestAsync(iteration, TestContext.Current.CancellationToken);
        }

        return server.Paths;
    }

    private sealed class RecordingServer : HttpMessageHandler
    {
        public List<string> Paths { get; } = [];

        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            Paths.Add(request.RequestUri!.PathAndQuery);
            return Task.FromResult(new HttpResponseMessage(HttpStatusCode.OK));
        }
    }
}
