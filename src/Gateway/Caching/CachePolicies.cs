using System.Collections.Frozen;
using DroneDelivery.Gateway.Backends;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Caching;

/// <summary>The routes whose responses are cached, and their policies.</summary>
internal sealed class CachePolicies(IOptions<CacheOptions> options)
{
    public const string DeliveriesTag = "deliveries";

    private static readonly TimeSpan MaxTime = TimeSpan.FromDays(1);
    private static readonly string[] Month = ["year", "month"];
    private static readonly string[] OwnerAndMonth = ["ownerId", .. Month];

    private static readonly CachePolicy[] All =
    [
        Create(RouteNames.DeliveryList, Seconds(60, 60, 600), OwnerAndMonth),
        Create(RouteNames.DeliveryReport, Seconds(60, 300, 600), Month),
        Create(RouteNames.DeliverySummary, Seconds(60, 60, 600), OwnerAndMonth),
        Create(RouteNames.DeliveryUtilization, Seconds(60, 60, 600), OwnerAndMonth),
        Create(RouteNames.Delivery, Seconds(300, 60, 600), ["ownerId"]),
        Create(RouteNames.Invoices, Seconds(10, 0, 0, notFound: 0), Month),
    ];

    private readonly FrozenDictionary<string, CachePolicy> _policies = All.ToFrozenDictionary(
        policy => policy.Name,
        policy => options.Value.Routes.TryGetValue(policy.Name, out var times) ? policy with { Times = times } : policy,
        StringComparer.OrdinalIgnoreCase);

    /// <summary>Returns the policy of a route; null if its responses are not cached.</summary>
    public CachePolicy? Find(string name) => options.Value.IsOn ? _policies.GetValueOrDefault(name) : null;

    /// <summary>Returns the tags that a write to a backend changes; null if it changes none.</summary>
    public static CacheInvalidation? InvalidationOf(string backend) =>
        backend == BackendNames.Delivery ? new CacheInvalidation(DeliveriesTag) : null;

    /// <summary>Returns the error of a configured route; null if the route is valid.</summary>
    public static string? FindError(string name, CacheTimes times) =>
        !All.Any(policy => policy.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
            ? $"there is no such route; there are {string.Join(", ", All.Select(policy => policy.Name))}."
            : new[] { times.TimeToLive, times.StaleWhileRevalidate, times.StaleIfError, times.NotFound }.All(IsAllowed)
                ? null
                : "times must be from 0 to 1 day.";

    private static bool IsAllowed(TimeSpan time) => time >= TimeSpan.Zero && time <= MaxTime;

    private static CachePolicy Create(string name, CacheTimes times, string[] query) =>
        new(name) { Times = times, Query = query, Tags = [DeliveriesTag] };

    private static CacheTimes Seconds(int fresh, int whileRevalidating, int ifError, int notFound = 5) => new()
    {
        TimeToLive = TimeSpan.FromSeconds(fresh),
        StaleWhileRevalidate = TimeSpan.FromSeconds(whileRevalidating),
        StaleIfError = TimeSpan.FromSeconds(ifError),
        NotFound = TimeSpan.FromSeconds(notFound),
    };
}
