using DroneDelivery.Gateway.Limits;

namespace DroneDelivery.Gateway.Keys;

/// <summary>Who sends a request: the holder of an API key, or anybody where keys are not asked for.</summary>
/// <param name="KeyId">The part of a key that may be shown: in usage, logs and traces.</param>
/// <param name="Name">What the holder is called, for people.</param>
/// <param name="Plan">What the key allows.</param>
internal sealed record Caller(string KeyId, string Name, Plan Plan)
{
    /// <summary>Anybody, where keys are not asked for.</summary>
    public static Caller Anonymous { get; } = new("anonymous", "Anonymous", Plan.Unlimited);

    /// <summary>Who sends this request; null where keys are not asked for, or it has none that is good.</summary>
    public static Caller? Of(HttpContext context) => context.Features.Get<Caller>();
}
