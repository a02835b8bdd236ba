using System.Runtime.CompilerServices;

namespace DroneDelivery.Testing;

/// <summary>Settings of the .NET runtime for the programs that tests start.</summary>
internal static class StartedPrograms
{
    /// <summary>
    /// Most programs end before it pays to compile their hot methods again, which takes a third of their CPU. A program that runs
    /// longer does it after four seconds without new methods, in place of 100 ms. The runtime reads numbers in these variables as
    /// hexadecimal.
    /// </summary>
    [ModuleInitializer]
    internal static void OptimizeLater() => Environment.SetEnvironmentVariable("DOTNET_TC_CallCountingDelayMs", $"{4_000:X}");
}
