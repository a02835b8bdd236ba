namespace DroneDelivery.Delivery.Creates;

internal enum CreateOutcome
{
    /// <summary>The delivery is in the database, and was not before.</summary>
    Created,

    /// <summary>An earlier create with the same key and the same body had put it there.</summary>
    Replayed,

    /// <summary>The key was used for another body.</summary>
    Mismatched,
}

/// <param name="Outcome">What became of a create.</param>
/// <param name="Delivery">The one in the database.</param>
internal readonly record struct CreateResult(CreateOutcome Outcome, Deliveries.Delivery Delivery);
