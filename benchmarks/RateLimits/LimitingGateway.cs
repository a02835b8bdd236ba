using System.Globalization;
using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.RateLimits.Benchmarks;

/// <summary>A gateway that holds keys to their plan.</summary>
internal static class LimitingGateway
{
    public const string PlanName = "metered";

    private static readonly string[] Plan =
    [
        Setting($"Plans:{PlanName}:RequestsPerSecond", LoadPlan.RequestsPerSecond),
        Setting($"Plans:{PlanName}:Burst", LoadPlan.Burst),
    ];

    public static Task<ServerProcess> StartAsync(string limits, Uri backend, string database, string redis) =>
        GatewayProcess.StartAsync(
            backend,
            [
                .. Plan, "--keys", "required", "--database", database, "--limits", limits, "--redis", redis, "--shedding", "none",
            ]);

    private static string Setting(string key, int value) => string.Create(CultureInfo.InvariantCulture, $"--{key}={value}");
}
