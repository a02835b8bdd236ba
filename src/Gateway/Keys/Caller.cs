using DroneDelivery.Gateway.Limits;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Keys;

/// <summary>The sender of a request: the holder of an API key, or anyone if keys are not required.</summary>
/// <param name="KeyId">The part of a key that may be shown: in usage, logs and traces.</param>
/// <param name="Name">The name of the holder.</param>
/// <param name="Plan">The limits of the holder.</param>
internal sealed record Caller(string KeyId, string Name, Plan Plan)
{
    /// <summary>Anyone, if keys are not required.</summary>
    public static Caller Anonymous { get; } = new("anonymous", "Anonymous", Plan.Unlimited) { Owners = AllowedOwners.All };

    /// <summary>The owners whose data the key may be used for.</summary>
    public AllowedOwners Owners { get; init; } = AllowedOwners.None;

    /// <summary>The sender of this request; null if keys are not required, or the request has no valid key.</summary>
    public static Caller? Of(HttpContext context) => context.Features.Get<Caller>();
}
