using System.Globalization;
using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.RateLimits.Benchmarks;

/// <summary>The built gateway as a process of its own, on a port that the system chose.</summary>
internal static class GatewayProcess
{
    private static readonly string[] Plans =
    [
        Setting($"Plans:{Plan.Name}:RequestsPerSecond", Plan.RequestsPerSecond),
        Setting($"Plans:{Plan.Name}:Burst", Plan.Burst),
        Setting("Plans:unmetered:RequestsPerSecond", 100_000),
        Setting("Plans:unmetered:Burst", 100_000),
    ];

    public static Task<ServerProcess> StartAsync(string limits, Uri backend, string database, string redis)
    {
        string[] arguments =
        [
            Path.Combine(AppContext.BaseDirectory, "DroneDelivery.Gateway.dll"),
            .. Plans,
            "--delivery", backend.AbsoluteUri, "--package", backend.AbsoluteUri, "--drone-scheduler", backend.AbsoluteUri,
            "--keys", "required", "--database", database, "--limits", limits, "--redis", redis, "--shedding", "none",
            "--trace-ratio", "0", "--http-port", "0", "--stop-with-stdin", "true",
        ];
        return ServerProcess.StartAsync("dotnet", arguments, new Dictionary<string, string>());
    }

    private static string Setting(string key, int value) => string.Create(CultureInfo.InvariantCulture, $"--{key}={value}");
}
