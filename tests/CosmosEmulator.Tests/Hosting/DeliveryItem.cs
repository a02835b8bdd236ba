using Newtonsoft.Json;

namespace DroneDelivery.CosmosEmulator.Tests.Hosting;

/// <summary>The item that tests store.</summary>
internal sealed record DeliveryItem(
    [property: JsonProperty("id")] string Id,
    [property: JsonProperty("ownerId")] string OwnerId,
    [property: JsonProperty("year")] int Year = 2025,
    [property: JsonProperty("month")] int Month = 1,
    [property: JsonProperty("note")] string Note = "")
{
    /// <summary>Makes the item's JSON about so many bytes long.</summary>
    public static DeliveryItem OfSize(string id, string ownerId, int bytes) => new(id, ownerId, Note: new string('x', bytes));
}
