namespace DroneDelivery.Gateway.Usage;

/// <summary>What stands in the place of a key where there is none. No key has such an id.</summary>
internal static class UsageNames
{
    /// <summary>A request without a valid key, where keys are asked for.</summary>
    public const string None = "none";

    /// <summary>All of those there is no more room for; see <see cref="UsageStripe.MostRows"/>.</summary>
    public const string Other = "other";
}
