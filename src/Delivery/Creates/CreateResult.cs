namespace DroneDelivery.Delivery.Creates;

internal enum CreateOutcome
{
    /// <summary>This request put the delivery into the database.</summary>
    Created,

    /// <summary>An earlier request with the same key and the same body had put it there.</summary>
    Replayed,

    /// <summary>The key was used for another body.</summary>
    Mismatched,
}

/// <param name="Outcome">The effect of the request.</param>
/// <param name="Delivery">The delivery in the database.</param>
internal readonly record struct CreateResult(CreateOutcome Outcome, Storage.Delivery Delivery);
