namespace DroneDelivery.Gateway.Usage;

/// <summary>The names that replace a key or a route. No key has one of these ids.</summary>
internal static class UsageNames
{
    /// <summary>
    /// As a key: a request without a valid key, if keys are required. As a route: a request below /api or /admin whose path or
    /// method matches no endpoint.
    /// </summary>
    public const string None = "none";

    /// <summary>
    /// As a key: all keys beyond a limit; see <see cref="UsageStripe.MostRows"/> and <see cref="UsageMeter.MostKeys"/>.
    /// </summary>
    public const string Other = "other";
}
