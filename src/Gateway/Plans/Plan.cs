namespace DroneDelivery.Gateway.Plans;

/// <summary>The limits of a holder of keys. A limit that is null does not apply.</summary>
internal sealed record Plan(string Name)
{
    /// <summary>A paying plan without limits.</summary>
    public static Plan Unlimited { get; } = new("unlimited") { IsPaying = true };

    /// <summary>The sustained rate, in requests per second.</summary>
    public double? RequestsPerSecond { get; init; }

    /// <summary>The number of requests that are admitted at once after a pause; at least 1.</summary>
    public int Burst { get; init; } = 1;

    /// <summary>The daily quota: the number of requests from midnight to midnight, UTC.</summary>
    public long? RequestsPerDay { get; init; }

    /// <summary>The maximum number of requests in flight.</summary>
    public int? Concurrency { get; init; }

    /// <summary>Whether the plan is paid. Under overload, requests of holders with an unpaid plan are refused first.</summary>
    public bool IsPaying { get; init; }

    public bool HasLimits => RequestsPerSecond is not null || RequestsPerDay is not null || Concurrency is not null;
}
