namespace DroneDelivery.Usage.Benchmarks;

/// <summary>Where gateways keep usage.</summary>
/// <param name="Kind">As the flag --usage of the gateway says it.</param>
internal sealed record Store(string Kind, string Redis)
{
    public static Store Off { get; } = new("off", "127.0.0.1:6379");

    public IEnumerable<string> Flags => ["--usage", Kind, "--redis", Redis];
}
