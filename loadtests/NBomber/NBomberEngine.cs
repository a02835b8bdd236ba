using System.Reflection;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.NBomber.Simulations;

namespace DroneDelivery.LoadTests.NBomber;

/// <summary>NBomber as a load engine of the lab.</summary>
internal static class NBomberEngine
{
    private const string VersionKey = "NBomberVersion";

    public static LoadEngine Create(TimeProvider time) => new(
        $"NBomber {Version()}",
        (assignment, cancellationToken) => new NBomberLoad(assignment, time).RunAsync(cancellationToken))
    {
        Program = "dotnet run -c Release --project loadtests/NBomber --",
        WhyNot = NBomberPlan.WhyNot,
    };

    /// <summary>The NBomber package version, which the build writes into the assembly.</summary>
    private static string? Version() =>
        typeof(NBomberEngine).Assembly
            .GetCustomAttributes<AssemblyMetadataAttribute>()
            .Single(attribute => attribute.Key == VersionKey)
            .Value;
}
