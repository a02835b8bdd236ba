namespace DroneDelivery.Gateway.Limits;

/// <summary>What a holder of keys may use. Null is no limit.</summary>
internal sealed record Plan(string Name)
{
    /// <summary>Without limits, and paying.</summary>
    public static Plan Unlimited { get; } = new("unlimited") { IsPaying = true };

    /// <summary>The sustained rate.</summary>
    public double? RequestsPerSecond { get; init; }

    /// <summary>How many requests may come at once after a pause, at least 1.</summary>
    public int Burst { get; init; } = 1;

    /// <summary>Requests from midnight to midnight, UTC.</summary>
    public long? RequestsPerDay { get; init; }

    /// <summary>Requests in flight at the same time.</summary>
    public int? Concurrency { get; init; }

    /// <summary>Under overload, requests of holders that do not pay are refused first.</summary>
    public bool IsPaying { get; init; }

    public bool HasLimits => RequestsPerSecond is not null || RequestsPerDay is not null || Concurrency is not null;
}
