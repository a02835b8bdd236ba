using DroneDelivery.SampleData;

namespace DroneDelivery.DroneDatabase.Emulator;

/// <summary>
/// Fills the emulator's containers through its admin API: the same deliveries under both partition keys, and the summaries.
/// </summary>
public static class EmulatorSeeder
{
    /// <param name="partitions">For each of the two containers with deliveries. Existing containers are replaced.</param>
    public static async Task SeedAsync(
        EmulatorAdmin emulator, World world, int partitions, Action<string> say, TimeProvider time,
        CancellationToken cancellationToken)
    {
        var start = time.GetTimestamp();
        say($"Seeding deliveries into two containers with {partitions} physical partitions");
        await Task.WhenAll(
            FillAsync(DroneContainers.ByDeliveryId with { Partitions = partitions }, Deliveries),
            FillAsync(DroneContainers.ByOwnerId with { Partitions = partitions }, Deliveries),
            FillAsync(DroneContainers.Summaries, Summaries));
        var seconds = time.GetElapsedTime(start).TotalSeconds;
        say($"Seeded {world.CountDeliveries():N0} deliveries of {world.Owners:N0} owners in {seconds:0.0} s");

        Task Deliveries(Stream stream, CancellationToken token) => DeliveryDocuments.WriteNdjsonAsync(world, stream, token);
        Task Summaries(Stream stream, CancellationToken token) => SummaryDocuments.WriteNdjsonAsync(world, stream, token);
        Task FillAsync(DroneContainer container, Func<Stream, CancellationToken, Task> write) => emulator.FillAsync(
            DroneContainers.Database, container.Id, container.PartitionKeyPath, container.Partitions, container.Throughput,
            write, cancellationToken);
    }
}
