namespace DroneDelivery.Containers.Tests;

/// <summary>The images under test. They must exist: <c>dotnet msbuild deploy/images</c> builds them.</summary>
internal static class ImageNames
{
    public const string Emulator = "cosmos-emulator";
    public const string Delivery = "delivery";
    public const string DroneScheduler = "drone-scheduler";
    public const string Gateway = "gateway";
    public const string Package = "package";

    /// <summary>An image with <c>redis-server</c>.</summary>
    public static string Redis { get; } = Environment.GetEnvironmentVariable("REDIS_IMAGE") ?? "redis:7";

    /// <summary>An image with <c>chown</c>.</summary>
    public static string Busybox { get; } = Environment.GetEnvironmentVariable("BUSYBOX_IMAGE") ?? "busybox:1.37";

    /// <summary>The registry with the images, ending with a slash; empty for images of the engine itself.</summary>
    private static string Registry { get; } = Environment.GetEnvironmentVariable("IMAGE_REGISTRY") ?? "";

    public static string Find(string program) => $"{Registry}drone-delivery/{program}:latest";
}
