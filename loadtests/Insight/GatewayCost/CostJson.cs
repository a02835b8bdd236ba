using System.Text.Json;

namespace DroneDelivery.LoadTests.Insight.GatewayCost;

/// <summary>The record for other programs, with rows and goals worked out. Its names are a contract.</summary>
public static class CostJson
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerOptions.Web) { WriteIndented = true };

    /// <summary>Writes UTF-8 and leaves <paramref name="output"/> open.</summary>
    public static void Write(Stream output, CostRecord record) => JsonSerializer.Serialize(
        output,
        new
        {
            record,
            closed = CostRow.Of(record.Targets, record.Closed),
            open = CostRow.Of(record.Targets, record.Open),
            goals = CostGoal.Of(record.Closed),
        },
        Options);
}
