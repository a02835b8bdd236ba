namespace DroneDelivery.Gateway.Limits;

internal static class PlanExtensions
{
    public static IServiceCollection AddPlans(this IServiceCollection services)
    {
        services.AddOptionsWithValidateOnStart<PlanOptions, PlanOptionsValidator>()
            .Configure<IConfiguration>((plans, configuration) => plans.Read(configuration.GetSection(PlanOptions.Section)));
        services.AddSingleton<Plans>();
        return services;
    }
}
