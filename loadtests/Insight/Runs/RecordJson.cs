using System.Text.Json;

namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>How records are written to files: for people as well.</summary>
internal static class RecordJson
{
    public static JsonSerializerOptions Options { get; } = new(JsonSerializerDefaults.Web) { WriteIndented = true };
}
