using System.ComponentModel.DataAnnotations;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Storage;

/// <summary>
/// The database and containers of Delivery, and how it queries the deliveries. The tuning study changes
/// <see cref="PartitionKey"/>, <see cref="MaxConcurrency"/> and <see cref="Throughput"/>.
/// </summary>
internal sealed class DeliveryOptions : IValidatableObject
{
    public const string Section = "Delivery";
    public const string ByDeliveryId = "deliveryId";
    public const string ByOwnerId = "ownerId";

    /// <summary>
    /// The property that the queried container is partitioned by. Both containers are seeded with the same documents; a delivery
    /// that a client creates is added to the queried container only.
    /// </summary>
    public string PartitionKey { get; set; } = ByDeliveryId;

    /// <summary>How many partitions a query reads concurrently: 0 or 1 is serial, -1 lets the SDK decide.</summary>
    public int MaxConcurrency { get; set; }

    /// <summary>Injected fault: how many of the deliveries that a query found are read again, one call for each.</summary>
    [Range(0, 1_000)]
    public int FaultRowReads { get; set; }

    /// <summary>Request units per second to set on the queried container at start; null does not change it.</summary>
    public int? Throughput { get; set; }

    [Required]
    public string Database { get; set; } = "drones";

    [Required]
    public string DeliveryIdContainer { get; set; } = "deliveriesByDeliveryId";

    [Required]
    public string OwnerIdContainer { get; set; } = "deliveriesByOwnerId";

    [Required]
    public string SummaryContainer { get; set; } = "deliverySummaries";

    public bool IsByOwner => PartitionKey == ByOwnerId;

    /// <summary>The container that is queried.</summary>
    public string DeliveryContainer => IsByOwner ? OwnerIdContainer : DeliveryIdContainer;

    /// <summary>The messages name the command-line flags, which set these values.</summary>
    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (PartitionKey is not (ByDeliveryId or ByOwnerId))
        {
            yield return new ValidationResult($"--partition-key must be {ByDeliveryId} or {ByOwnerId}, not \"{PartitionKey}\".");
        }

        if (MaxConcurrency < -1)
        {
            yield return new ValidationResult(
                $"--max-concurrency must be -1 (the SDK decides), 0 or 1 (serial) or above, not {MaxConcurrency}.");
        }

        if (Throughput < 1)
        {
            yield return new ValidationResult($"--throughput must be at least 1 RU/s, not {Throughput}.");
        }
    }
}

[OptionsValidator]
internal sealed partial class DeliveryOptionsValidator : IValidateOptions<DeliveryOptions>;
