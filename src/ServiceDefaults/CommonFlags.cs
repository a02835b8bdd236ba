using DroneDelivery.ServiceDefaults.CommandLine;
using DroneDelivery.ServiceDefaults.Faults;
using DroneDelivery.ServiceDefaults.Listening;
using DroneDelivery.ServiceDefaults.Settings;
using DroneDelivery.ServiceDefaults.Stopping;
using DroneDelivery.ServiceDefaults.Telemetry;
using DroneDelivery.ServiceDefaults.WarmUp;

namespace DroneDelivery.ServiceDefaults;

/// <summary>The flags of a service: the common ones first, then its own.</summary>
internal static class CommonFlags
{
    public static IReadOnlyList<ServiceFlag> ForService(ServiceIdentity identity) =>
    [
        .. ListeningOptions.FlagsFor(identity),
        SettingsFile.Flag,
        StoppingExtensions.Flag,
        WarmUpOptions.Flag,
        .. TelemetryOptions.Flags,
        .. FaultOptions.Flags,
        .. identity.Flags,
    ];
}
