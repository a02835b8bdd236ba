namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>The items in the database when a cell starts: the same for each cell.</summary>
public static class ItemCatalog
{
    public const string Database = "drones";
    public const string Container = "items";
    public const string PartitionKeyPath = "/ownerId";
    public const int Owners = 100;
    public const int ItemsOfAnOwner = 100;

    public static string OwnerId(int owner) => $"owner-{owner + 1:0000}";

    /// <summary>Writes one document on each line, in UTF-8.</summary>
    public static async Task WriteNdjsonAsync(Stream output, CancellationToken cancellationToken)
    {
        await using var lines = new StreamWriter(output, leaveOpen: true) { NewLine = "\n" };
        for (var number = 0; number < Owners * ItemsOfAnOwner; number++)
        {
            var document = Document(number / ItemsOfAnOwner, number % ItemsOfAnOwner);
            await lines.WriteLineAsync(document.AsMemory(), cancellationToken);
        }
    }

    private static string Document(int owner, int item) => JsonSerializer.Serialize(
        new
        {
            Id = $"item-{owner + 1:0000}-{item + 1:000}",
            OwnerId = OwnerId(owner),
            Name = $"Spare part {item + 1}",
            WeightKilograms = 0.5m + (item % 10),
        },
        JsonSerializerOptions.Web);
}
