using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Database;

/// <summary>The file for data that outlives the gateway process. Several gateways on one machine may share the file.</summary>
internal sealed class DatabaseOptions
{
    public const string Section = "Database";
    public const string DefaultFile = "gateway.db";
    public const string FileKey = $"{Section}:{nameof(File)}";

    public static readonly IReadOnlyList<ServiceFlag> Flags =
    [
        new("--database", FileKey, "File of the database (SQLite) that keys and usage share.", DefaultFile),
    ];

    /// <summary>The path of the file; a relative path is relative to the content root.</summary>
    [Required]
    public string File { get; set; } = DefaultFile;
}

[OptionsValidator]
internal sealed partial class DatabaseOptionsValidator : IValidateOptions<DatabaseOptions>;

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
