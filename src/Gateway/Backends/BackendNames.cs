namespace DroneDelivery.Gateway.Backends;

/// <summary>The names of the backends, as used in traces and in problem details.</summary>
internal static class BackendNames
{
    public const string Delivery = "delivery";
    public const string DroneScheduler = "drone-scheduler";
    public const string Package = "package";

    public static readonly string[] All = [Delivery, DroneScheduler, Package];
}
