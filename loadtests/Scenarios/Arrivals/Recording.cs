using DroneDelivery.LoadTests.Engine.Arrivals;

namespace DroneDelivery.LoadTests.Scenarios.Arrivals;

/// <summary>An embedded recording of an hour of arrivals at a real service; see the README in this folder.</summary>
public sealed record Recording(string Name)
{
    public static IReadOnlyList<Recording> All { get; } = [new("azure-2023-one-hour"), new("nasa-1995-busiest-hour")];

    /// <exception cref="ArgumentException">No recording has this name; the message lists the names.</exception>
    public static Recording Find(string name) =>
        All.FirstOrDefault(recording => recording.Name == name) ?? throw new ArgumentException(
            $"There is no recording '{name}'. Recordings: {string.Join(", ", All.Select(recording => recording.Name))}.",
            nameof(name));

    public RecordedArrivals Load()
    {
        using var stream = typeof(Recording).Assembly.GetManifestResourceStream($"arrivals.{Name}.csv")!;
        using var csv = new StreamReader(stream);
        return ArrivalRecording.Read(csv);
    }
}
