using System.Runtime.CompilerServices;

namespace DroneDelivery.CosmosEmulator.Tests.Hosting;

internal static class SdkEnvironment
{
    /// <summary>Outside of Azure the SDK would ask for the virtual machine's metadata and wait in vain.</summary>
    [ModuleInitializer]
    internal static void DisableMachineMetadata() => Environment.SetEnvironmentVariable("COSMOS_DISABLE_IMDS_ACCESS", "true");
}
