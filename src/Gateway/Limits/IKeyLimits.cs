namespace DroneDelivery.Gateway.Limits;

/// <summary>The limits of one key. Safe for concurrent use.</summary>
internal interface IKeyLimits
{
    Plan Plan { get; }

    PlanText Text { get; }

    /// <summary>Asks whether a request may go on. If it may, it must leave, exactly once.</summary>
    ValueTask<LimitDecision> EnterAsync(CancellationToken cancellationToken);

    void Leave();
}
