namespace DroneDelivery.Gateway.Limits;

internal static class PlanExtensions
{
    public static IServiceCollection AddPlans(this IServiceCollection services)
    {
        services.AddOptionsWithValidateOnStart<PlanOptions, PlanOptionsValidator>()
            .Configure<IConfiguration>((plans, configuration) =>
                configuration.GetSection(PlanOptions.Section).Bind(plans.ByName));
        services.AddSingleton<Plans>();
        return services;
    }
}
