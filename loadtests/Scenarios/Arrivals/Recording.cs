using DroneDelivery.LoadTests.Engine.Arrivals;

namespace DroneDelivery.LoadTests.Scenarios.Arrivals;

/// <summary>An embedded recording of an hour of arrivals at a real service; see the README in this folder.</summary>
public sealed record Recording(string Name)
{
    public static IReadOnlyList<Recording> All { get; } = [new("azure-2023-one-hour"), new("nasa-1995-busiest-hour")];

    public RecordedArrivals Load()
    {
        using var stream = typeof(Recording).Assembly.GetManifestResourceStream($"arrivals.{Name}.csv")!;
        using var csv = new StreamReader(stream);
        return ArrivalRecording.Read(csv);
    }
}
