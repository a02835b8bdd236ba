using DroneDelivery.DroneScheduler.Drones;
using DroneDelivery.ServiceDefaults;

namespace DroneDelivery.DroneScheduler;

internal static class DroneSchedulerService
{
    public static ServiceIdentity Identity { get; } =
        new("drone-scheduler", "DroneScheduler: drones and their assignments", 5130, 5131)
        {
            Flags = [new("--seed", $"{ScheduleOptions.Section}:{nameof(ScheduleOptions.Seed)}", "Seed of the sample data.", "1")],
        };
}
