namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>The requests of the caching study's users to the gateway.</summary>
/// <param name="run">The prefix of a run's idempotency keys, so that creates of different runs are not replays.</param>
public sealed class CachingJourney(HttpLoadClient client, Uri gateway, World world, string run)
{
    private readonly OwnerMonth[] _fullMonths = [.. FullMonthsOf(world)];

    private readonly PreparedRequest[] _reports =
    [
        .. Enumerable.Range(0, world.Months).Select(world.FirstMonth.Plus).Select(month =>
            Get(gateway, $"/api/deliveries/report?year={month.Year}&month={month.Month}")),
    ];

    /// <summary>Requests the report of a random month. It is one arrival of the breakpoint.</summary>
    public ValueTask<RequestOutcome> ReportAsync(UserIteration iteration, CancellationToken cancellationToken) =>
        client.SendAsync(_reports[iteration.Random.Next(_reports.Length)], cancellationToken);

    public ValueTask<RequestOutcome> CreateAsync(UserIteration iteration, CancellationToken cancellationToken)
    {
        var month = _fullMonths[iteration.Random.Next(_fullMonths.Length)];
        return client.SendAsync(Create(month, iteration), cancellationToken);
    }

    /// <summary>One request of a sequence: the list of an owner's month, each delivery in it, then a create.</summary>
    public ValueTask<RequestOutcome> SmokeAsync(UserIteration iteration, CancellationToken cancellationToken)
    {
        var month = _fullMonths[iteration.User % _fullMonths.Length];
        var (owner, deliveries) = (month.OwnerId, month.DeliveryIds);
        var turn = (int)(iteration.Number % (deliveries.Count + 2));
        var request = turn switch
        {
            0 => Get(gateway, $"/api/deliveries?ownerId={owner}&year={month.Month.Year}&month={month.Month.Month}"),
            _ when turn <= deliveries.Count => Get(gateway, $"/api/deliveries/{deliveries[turn - 1]}?ownerId={owner}"),
            _ => Create(month, iteration),
        };
        return client.SendAsync(request, cancellationToken);
    }

    private static PreparedRequest Get(Uri gateway, string path) => PreparedRequest.Get(new Uri(gateway, path));

    /// <summary>Months with seven deliveries, whose lists have about 7 KB.</summary>
    private static IEnumerable<OwnerMonth> FullMonthsOf(World world) =>
        from owner in world.OwnerIds.Take(100)
        from month in Enumerable.Range(0, world.Months).Select(world.FirstMonth.Plus)
        let deliveries = world.DeliveriesOf(owner, month.Year, month.Month)
        where deliveries.Count == 7
        select new OwnerMonth(owner, month, [.. deliveries.Select(delivery => delivery.DeliveryId)]);

    private PreparedRequest Create(OwnerMonth month, UserIteration iteration) => new(
        HttpMethod.Post,
        new Uri(gateway, "/api/deliveries"),
        [
            new("Content-Type", "application/json"),
            new("Idempotency-Key", $"{run}-{iteration.User}-{iteration.Number}"),
        ],
        Encoding.UTF8.GetBytes(Body(month)));

    private static string Body(OwnerMonth month) => $$"""
        {"ownerId":"{{month.OwnerId}}","droneId":"drone-001","packageId":"p-0000001","status":"delivered","milesTraveled":4.2,
        "hoursAssigned":0.5,"scheduledAt":"{{month.Month.Year}}-{{month.Month.Month:00}}-02T10:00:00Z",
        "completedAt":"{{month.Month.Year}}-{{month.Month.Month:00}}-02T10:30:00Z",
        "pickup":{"address":"1 Mill Road","latitude":47.6,"longitude":-122.3},
        "dropoff":{"address":"2 Mill Road","latitude":47.61,"longitude":-122.31},
        "route":[{"latitude":47.6,"longitude":-122.3,"altitudeFeet":200},
        {"latitude":47.61,"longitude":-122.31,"altitudeFeet":200}]}
        """;

    private sealed record OwnerMonth(string OwnerId, YearMonth Month, IReadOnlyList<string> DeliveryIds);
}
