using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Database;

internal static class DatabaseExtensions
{
    /// <summary>
    /// Adds the database. Each feature that uses it calls this; only the first call has an effect. No file is opened or created
    /// before a connection is requested.
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
