namespace DroneDelivery.Gateway.Limits;

/// <summary>The limits of one holder of keys. Safe for concurrent use.</summary>
internal interface IHolderLimits
{
    Plan Plan { get; }

    PlanText Text { get; }

    /// <summary>Asks whether a request may go on. If it may, it must leave, exactly once.</summary>
    ValueTask<LimitDecision> EnterAsync(CancellationToken cancellationToken);

    void Leave();
}
