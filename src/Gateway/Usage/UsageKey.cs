namespace DroneDelivery.Gateway.Usage;

/// <summary>The dimensions by which usage is counted.</summary>
/// <param name="Key">The id of an API key, or one of <see cref="UsageNames"/>.</param>
/// <param name="Route">The pattern of an endpoint's route. Unlike paths, patterns are few.</param>
/// <param name="Status">The HTTP status of the response; 499 if the client disconnected before the response ended.</param>
internal readonly record struct UsageKey(string Key, string Route, int Status)
{
    /// <summary>Does not include the route: a key uses few routes, and the route is the longest text to hash.</summary>
    public override int GetHashCode() => Key.GetHashCode(StringComparison.Ordinal) ^ Status;
}

/// <summary>The names that replace a key or a route. No key has one of these ids.</summary>
internal static class UsageNames
{
    /// <summary>
    /// As a key: a request without a valid key, if keys are required. As a route: a request below /api or /admin whose path or
    /// method matches no endpoint.
    /// </summary>
    public const string None = "none";

    /// <summary>
    /// As a key: all keys beyond a limit; see <see cref="UsageStripe.MaxRows"/> and <see cref="UsageMeter.MaxKeys"/>.
    /// </summary>
    public const string Other = "other";
}
