namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>The format of record files, indented for people.</summary>
internal static class RecordJson
{
    public static JsonSerializerOptions Options { get; } = new(JsonSerializerDefaults.Web) { WriteIndented = true };
}
