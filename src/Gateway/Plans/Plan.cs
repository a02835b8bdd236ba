namespace DroneDelivery.Gateway.Plans;

/// <summary>The limits of a holder of keys, or of some routes within them. A limit that is null does not apply.</summary>
internal sealed record Plan(string Name)
{
    /// <summary>A paying plan without limits.</summary>
    public static Plan Unlimited { get; } = new("unlimited") { IsPaying = true };

    /// <summary>The names of the routes to which the limits apply; null for the limits of the whole plan.</summary>
    public string? Route { get; init; }

    /// <summary>The sustained rate, in requests per second.</summary>
    public double? RequestsPerSecond { get; init; }

    /// <summary>The number of requests that are admitted at once after a pause; at least 1.</summary>
    public int Burst { get; init; } = 1;

    /// <summary>The daily quota: the number of requests from midnight to midnight, UTC.</summary>
    public long? RequestsPerDay { get; init; }

    /// <summary>The maximum number of requests in flight.</summary>
    public int? Concurrency { get; init; }

    /// <summary>The number of tokens that a request to the route takes from the rate and the day of the plan.</summary>
    public int Weight { get; init; } = 1;

    /// <summary>Whether the plan is paid. Under overload, requests of holders with an unpaid plan are refused first.</summary>
    public bool IsPaying { get; init; }

    /// <summary>The limits of routes, by the route's name; null if the plan has none. They apply in addition.</summary>
    public IReadOnlyDictionary<string, Plan>? Routes { get; init; }

    public bool HasLimits => RequestsPerSecond is not null || RequestsPerDay is not null || Concurrency is not null;
}
