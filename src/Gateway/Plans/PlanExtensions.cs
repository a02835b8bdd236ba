namespace DroneDelivery.Gateway.Plans;

internal static class PlanExtensions
{
    public static IServiceCollection AddPlans(this IServiceCollection services)
    {
        services.AddOptionsWithValidateOnStart<PlanOptions, PlanOptionsValidator>()
            .Configure<IConfiguration>((plans, configuration) => plans.Read(configuration.GetSection(PlanOptions.Section)));
        services.AddSingleton<PlanCatalog>();
        return services;
    }
}
