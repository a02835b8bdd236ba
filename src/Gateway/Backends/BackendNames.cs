namespace DroneDelivery.Gateway.Backends;

/// <summary>The services behind the gateway, by the names they have in traces and in problem responses.</summary>
internal static class BackendNames
{
    public const string Delivery = "delivery";
    public const string DroneScheduler = "drone-scheduler";
    public const string Package = "package";

    public static readonly string[] All = [Delivery, DroneScheduler, Package];
}
