namespace DroneDelivery.Gateway.Usage;

/// <summary>What stands in the place of a key or a route where there is none: no key has such an id.</summary>
internal static class UsageNames
{
    /// <summary>
    /// As a key: a request without a valid one, where keys are asked for. As a route: a path below /api or /admin, or a method
    /// there, that no endpoint has.
    /// </summary>
    public const string None = "none";

    /// <summary>All of those there is no more room for; see <see cref="UsageStripe.MostRows"/>.</summary>
    public const string Other = "other";
}
