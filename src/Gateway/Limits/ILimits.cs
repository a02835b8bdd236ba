using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Plans;

namespace DroneDelivery.Gateway.Limits;

/// <summary>Finds the limits of a caller, which are counted either by this gateway alone or by all gateways together.</summary>
internal interface ILimits
{
    /// <summary>Whether this gateway counts the limits alone.</summary>
    bool AreLocal { get; }

    /// <summary>Returns the limits of the caller's plan.</summary>
    HolderLimits ForCaller(Caller caller);

    /// <summary>Returns the limits of a route within the caller's plan.</summary>
    HolderLimits ForRoute(Caller caller, Plan route);
}
