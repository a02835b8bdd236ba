using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Tests.Hosting;

/// <summary>The first container of the admin API's state, read as any client would: by its JSON.</summary>
internal sealed class StateDocument(JsonElement state)
{
    public JsonElement Container => state.GetProperty("containers")[0];

    public double RequestUnits => Container.GetProperty("requestUnits").GetDouble();

    public IEnumerable<JsonElement> Partitions => Container.GetProperty("partitions").EnumerateArray();

    /// <summary>All calls of a kind, or those with one status.</summary>
    public long Calls(string kind, string? status = null) => Container.GetProperty("calls").GetProperty(kind).EnumerateObject()
        .Where(count => status is null || count.Name == status)
        .Sum(count => count.Value.GetInt64());
}
