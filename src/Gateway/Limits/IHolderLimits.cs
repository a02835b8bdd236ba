using DroneDelivery.Gateway.Plans;

namespace DroneDelivery.Gateway.Limits;

/// <summary>The limits of one holder of keys. Safe for concurrent use.</summary>
internal interface IHolderLimits
{
    Plan Plan { get; }

    PlanText Text { get; }

    /// <summary>
    /// Decides whether a request is admitted. For each admitted request, <see cref="Leave"/> must be called exactly once.
    /// </summary>
    ValueTask<LimitDecision> EnterAsync(CancellationToken cancellationToken);

    void Leave();
}
