using DroneDelivery.LoadTests.Engine.Arrivals;

namespace DroneDelivery.LoadTests.Scenarios.Arrivals;

/// <summary>An embedded recording of an hour of arrivals at a real service; see the README in this folder.</summary>
public sealed record Recording(string Name, string Description, string Source, string Licence)
{
    private const string ResourcePrefix = "arrivals.";
    private const string ResourceSuffix = ".csv";

    public static IReadOnlyList<Recording> All { get; } =
    [
        new(
            "azure-2023-one-hour",
            "an hour of a production service: bursty, with gaps below a millisecond",
            "Azure/AzurePublicDataset, AzureLLMInferenceTrace_conv; only the time stamps are kept",
            "CC-BY 4.0"),
        new(
            "nasa-1995-busiest-hour",
            "the busiest hour of July and August 1995 at the NASA Kennedy Space Center web server, counted by the second",
            "NASA-HTTP, Internet Traffic Archive; counts from reconfigurable-ml-pipeline/web-service-datasets",
            "public"),
    ];

    /// <exception cref="ArgumentException">No recording has this name; the message lists the names.</exception>
    public static Recording Find(string name) =>
        All.FirstOrDefault(recording => recording.Name == name) ?? throw new ArgumentException(
            $"There is no recording '{name}'. Recordings: {string.Join(", ", All.Select(recording => recording.Name))}.",
            nameof(name));

    public RecordedArrivals Load()
    {
        using var stream = typeof(Recording).Assembly.GetManifestResourceStream(ResourcePrefix + Name + ResourceSuffix)!;
        using var csv = new StreamReader(stream);
        return ArrivalRecording.Read(csv);
    }
}
