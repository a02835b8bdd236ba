using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Limits;

/// <summary>Finds the limits of a caller, which are counted either by this gateway alone or by all gateways together.</summary>
internal interface ILimits
{
    /// <summary>Whether this gateway counts the limits alone.</summary>
    bool IsAlone { get; }

    IHolderLimits Of(Caller caller);
}
