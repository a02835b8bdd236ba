using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Admin;

/// <summary>A container to make. What is left out has the emulator's default.</summary>
internal sealed record ContainerRequest(string? PartitionKeyPath, int? Partitions, int? Throughput)
{
    public string? FindFault()
    {
        if (Partitions is < 1 or > PartitionLayout.MaxCount)
        {
            return $"The number of partitions {Partitions} is not between 1 and {PartitionLayout.MaxCount}.";
        }

        return Throughput is < 1
            ? $"The throughput {Throughput} RU/s is not above 0."
            : ContainerDefinition.FindPathFault(PartitionKeyPath);
    }
}

internal sealed record HealthAnswer(string Status);

internal sealed record ImportAnswer(long Documents);

internal sealed record AdminError(string Message);
