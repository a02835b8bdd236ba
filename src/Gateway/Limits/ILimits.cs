using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Limits;

/// <summary>Who keeps the limits: this gateway alone, or all gateways together.</summary>
internal interface ILimits
{
    /// <summary>Whether it is this gateway alone.</summary>
    bool IsAlone { get; }

    IHolderLimits Of(Caller caller);
}
