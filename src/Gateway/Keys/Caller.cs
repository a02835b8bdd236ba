using DroneDelivery.Gateway.Plans;
using DroneDelivery.ServiceDefaults.Authorization;

namespace DroneDelivery.Gateway.Keys;

/// <summary>The sender of a request: the holder of an API key, or any client if keys are not required.</summary>
/// <param name="KeyId">The id of the key, which is not secret and is used in usage reports, logs and traces.</param>
/// <param name="Name">The name of the holder.</param>
/// <param name="Plan">The limits of the holder.</param>
internal sealed record Caller(string KeyId, string Name, Plan Plan)
{
    /// <summary>The sender of every request if keys are not required.</summary>
    public static Caller Anonymous { get; } = new("anonymous", "Anonymous", Plan.Unlimited) { Owners = AllowedOwners.All };

    /// <summary>The owners whose data the key may be used for.</summary>
    public AllowedOwners Owners { get; init; } = AllowedOwners.None;

    /// <summary>The operations that the key allows.</summary>
    public KeyScopes Scopes { get; init; }

    /// <summary>Returns the sender of a request; null if keys are not required, or the request has no valid key.</summary>
    public static Caller? FromContext(HttpContext context) => context.Features.Get<Caller>();
}
