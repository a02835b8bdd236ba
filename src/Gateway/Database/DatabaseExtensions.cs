using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Database;

internal static class DatabaseExtensions
{
    /// <summary>
    /// For each feature that uses it: only the first call counts. Nothing is opened or made before somebody asks for a
    /// connection.
    /// </summary>
    public static IServiceCollection AddDatabase(this IServiceCollection services)
    {
        if (services.Any(service => service.ServiceType == typeof(GatewayDatabase)))
        {
            return services;
        }

        services.AddOptionsWithValidateOnStart<DatabaseOptions, DatabaseOptionsValidator>()
            .BindConfiguration(DatabaseOptions.Section);
        services.AddSingleton(provider => new GatewayDatabase(Path.GetFullPath(
            provider.GetRequiredService<IOptions<DatabaseOptions>>().Value.File,
            provider.GetRequiredService<IHostEnvironment>().ContentRootPath)));
        return services;
    }
}
