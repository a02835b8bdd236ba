namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>The requests of the caching study's users to the gateway.</summary>
/// <param name="run">The prefix of a run's idempotency keys, so that creates of different runs are not replays.</param>
/// <param name="time">The clock for the pauses of an iteration.</param>
public sealed class CachingJourney(HttpLoadClient client, Uri gateway, World world, string run, TimeProvider time)
{
    private const int ItemsOfList = 7;
    private const int RequestsOfIteration = ItemsOfList + 2;

    /// <summary>The owners whose lists are read. Deliveries are created for the others, since lists would grow.</summary>
    private const int ListedOwners = 100;

    private readonly YearMonth[] _months = [.. MonthsOf(world)];
    private readonly string[] _otherOwners = [.. world.OwnerIds.Skip(ListedOwners)];
    private readonly OwnerMonth[] _fullMonths = [.. FullMonthsOf(world)];

    private readonly PreparedRequest[] _reports =
    [
        .. MonthsOf(world).Select(month =>
            Get(gateway, $"/api/deliveries/report?year={month.Year}&month={month.Month}")),
    ];

    /// <summary>Requests the report of a random month. It is one arrival of the breakpoint.</summary>
    public ValueTask<RequestOutcome> ReportAsync(UserIteration iteration, CancellationToken cancellationToken) =>
        SendAsync(Pick(_reports, iteration), iteration, cancellationToken);

    public ValueTask<RequestOutcome> CreateAsync(UserIteration iteration, CancellationToken cancellationToken) =>
        SendAsync(Create(iteration), iteration, cancellationToken);

    /// <summary>One request of a sequence: the list of an owner's month, each delivery in it, then a create.</summary>
    public ValueTask<RequestOutcome> SmokeAsync(UserIteration iteration, CancellationToken cancellationToken)
    {
        var month = _fullMonths[iteration.User % _fullMonths.Length];
        var request = RequestOf(month, (int)(iteration.Number % RequestsOfIteration), iteration).Request;
        return SendAsync(request, iteration, cancellationToken);
    }

    /// <summary>
    /// The whole sequence for a random month, with pauses. A request that fails does not end it; the outcome is that of the first
    /// one that failed.
    /// </summary>
    public async ValueTask<RequestOutcome> IterationAsync(UserIteration iteration, CancellationToken cancellationToken)
    {
        var month = Pick(_fullMonths, iteration);
        RequestOutcome? failure = null;
        var last = default(RequestOutcome);
        for (var turn = 0; turn < RequestsOfIteration; turn++)
        {
            await (turn > 0 ? Task.Delay(CachingLoad.Pause, time, cancellationToken) : Task.CompletedTask);
            var (name, request) = RequestOf(month, turn, iteration);
            last = await iteration.CallAsync(name, token => SendAsync(request, iteration, token), cancellationToken);
            failure ??= last.IsSuccess ? null : last;
        }

        return failure ?? last;
    }

    private static PreparedRequest Get(Uri gateway, string path) => PreparedRequest.Get(new Uri(gateway, path));

    private ValueTask<RequestOutcome> SendAsync(
        PreparedRequest request, UserIteration iteration, CancellationToken cancellationToken) =>
        client.SendAsync(request.WithHeader("traceparent", iteration.TraceParent), cancellationToken);

    /// <param name="turn">The number of the request in the sequence, from 0.</param>
    private (string Name, PreparedRequest Request) RequestOf(OwnerMonth month, int turn, UserIteration iteration)
    {
        var (owner, (year, number)) = (month.OwnerId, (month.Month.Year, month.Month.Month));
        return turn switch
        {
            0 => ("list", Get(gateway, $"/api/deliveries?ownerId={owner}&year={year}&month={number}")),
            <= ItemsOfList => ("item", Get(gateway, $"/api/deliveries/{month.DeliveryIds[turn - 1]}?ownerId={owner}")),
            _ => ("create", Create(iteration)),
        };
    }

    private static IEnumerable<YearMonth> MonthsOf(World world) =>
        Enumerable.Range(0, world.Months).Select(world.FirstMonth.Plus);

    /// <summary>Months with seven deliveries, whose lists have about 7 KB.</summary>
    private static IEnumerable<OwnerMonth> FullMonthsOf(World world) =>
        from owner in world.OwnerIds.Take(ListedOwners)
        from month in MonthsOf(world)
        let deliveries = world.DeliveriesOf(owner, month.Year, month.Month)
        where deliveries.Count == ItemsOfList
        select new OwnerMonth(owner, month, [.. deliveries.Select(delivery => delivery.DeliveryId)]);

    private PreparedRequest Create(UserIteration iteration) => new(
        HttpMethod.Post,
        new Uri(gateway, "/api/deliveries"),
        [
            new("Content-Type", "application/json"),
            new("Idempotency-Key", $"{run}-{iteration.User}-{iteration.Number}"),
        ],
        Encoding.UTF8.GetBytes(Body(Pick(_otherOwners, iteration), Pick(_months, iteration))));

    private static T Pick<T>(T[] items, UserIteration iteration) => items[iteration.Random.Next(items.Length)];

    private static string Body(string owner, YearMonth month) => $$"""
        {"ownerId":"{{owner}}","droneId":"drone-001","packageId":"p-0000001","status":"delivered","milesTraveled":4.2,
        "hoursAssigned":0.5,"scheduledAt":"{{month.Year}}-{{month.Month:00}}-02T10:00:00Z",
        "completedAt":"{{month.Year}}-{{month.Month:00}}-02T10:30:00Z",
        "pickup":{"address":"1 Mill Road","latitude":47.6,"longitude":-122.3},
        "dropoff":{"address":"2 Mill Road","latitude":47.61,"longitude":-122.31},
        "route":[{"latitude":47.6,"longitude":-122.3,"altitudeFeet":200},
        {"latitude":47.61,"longitude":-122.31,"altitudeFeet":200}]}
        """;

    private sealed record OwnerMonth(string OwnerId, YearMonth Month, IReadOnlyList<string> DeliveryIds);
}
