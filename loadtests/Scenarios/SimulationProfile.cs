using System.Text.Json;
using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.Scenarios;

/// <summary>Simulated latencies and think times, the only numbers that are not measured: <c>profiles/*.json</c>.</summary>
/// <param name="CosmosCall">The latency of a Cosmos DB data call, added by the emulator.</param>
/// <param name="ClientRoundTrip">The network round trip of a remote user, added by the generator.</param>
/// <param name="ThinkTimeMeanMs">Mean pause of a user between an answer and the next request in ms, exponential.</param>
/// <param name="Seed">Seed of every random sequence of a run.</param>
public sealed record SimulationProfile(
    string Name, string Description, SimulatedLatency CosmosCall, SimulatedLatency ClientRoundTrip, double ThinkTimeMeanMs,
    int Seed)
{
    public const string Default = "article";

    private const string ResourcePrefix = "profiles.";
    private const string ResourceSuffix = ".json";

    public static IReadOnlyList<string> Names { get; } =
    [
        .. typeof(SimulationProfile).Assembly.GetManifestResourceNames()
            .Where(name => name.StartsWith(ResourcePrefix, StringComparison.Ordinal))
            .Select(name => name[ResourcePrefix.Length..^ResourceSuffix.Length])
            .Order(StringComparer.Ordinal),
    ];

    /// <exception cref="ArgumentException">No profile has this name; the message lists the names.</exception>
    public static SimulationProfile Load(string name)
    {
        using var stream = typeof(SimulationProfile).Assembly.GetManifestResourceStream(ResourcePrefix + name + ResourceSuffix)
            ?? throw new ArgumentException($"There is no profile '{name}'. Profiles: {string.Join(", ", Names)}.", nameof(name));
        return JsonSerializer.Deserialize<SimulationProfile>(stream, JsonSerializerOptions.Web)
            ?? throw new InvalidDataException($"The profile '{name}' is empty.");
    }

    /// <summary>The numbers by name, with units, for reports.</summary>
    public IReadOnlyDictionary<string, string> Describe() => new Dictionary<string, string>(DescribeUsers())
    {
        ["Cosmos DB data call, mean"] = $"{CosmosCall.MeanMs} ms",
        ["Cosmos DB data call, coefficient of variation"] = $"{CosmosCall.CoefficientOfVariation}",
    };

    /// <summary>Without the calls to the database, which is not the emulator.</summary>
    public IReadOnlyDictionary<string, string> DescribeUsers() => new Dictionary<string, string>
    {
        ["Client round trip, mean"] = $"{ClientRoundTrip.MeanMs} ms",
        ["Client round trip, coefficient of variation"] = $"{ClientRoundTrip.CoefficientOfVariation}",
        ["Think time, mean (exponential)"] = $"{ThinkTimeMeanMs} ms",
        ["Seed"] = $"{Seed}",
    };
}

/// <summary>A lognormal latency: its mean in ms, and its standard deviation over its mean.</summary>
public sealed record SimulatedLatency(double MeanMs, double CoefficientOfVariation)
{
    public SimulatedRoundTrip ToRoundTrip() => new(TimeSpan.FromMilliseconds(MeanMs), CoefficientOfVariation);
}
