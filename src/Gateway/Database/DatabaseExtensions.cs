using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Database;

internal static class DatabaseExtensions
{
    /// <summary>Nothing is opened or made before somebody asks for a connection.</summary>
    public static IServiceCollection AddDatabase(this IServiceCollection services)
    {
        services.AddOptionsWithValidateOnStart<DatabaseOptions, DatabaseOptionsValidator>()
            .BindConfiguration(DatabaseOptions.Section);
        services.AddSingleton(provider => new GatewayDatabase(Path.GetFullPath(
            provider.GetRequiredService<IOptions<DatabaseOptions>>().Value.File,
            provider.GetRequiredService<IHostEnvironment>().ContentRootPath)));
        return services;
    }
}
