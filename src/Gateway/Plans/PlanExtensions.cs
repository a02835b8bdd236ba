using DroneDelivery.ServiceDefaults.Settings;

namespace DroneDelivery.Gateway.Plans;

internal static class PlanExtensions
{
    public static IServiceCollection AddPlans(this IServiceCollection services) => services
        .AddReloadedOptions<PlanOptions, PlanOptionsValidator>(PlanOptions.Section, (plans, section) => plans.Read(section))
        .AddSingleton<PlanCatalog>();
}
