using System.Diagnostics.Metrics;
using Microsoft.AspNetCore.Builder;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>Adds the <see cref="CosmosClient"/> of a service, and the containers that it needs.</summary>
public static class CosmosExtensions
{
    public static WebApplicationBuilder AddCosmos(this WebApplicationBuilder builder)
    {
        // Outside Azure the SDK would otherwise query a metadata address that does not respond.
        Environment.SetEnvironmentVariable("COSMOS_DISABLE_IMDS_ACCESS", "true");
        UseCurrentConventions();
        // The first client reads this switch, once; without it the SDK creates no spans.
        AppContext.SetSwitch("Azure.Experimental.EnableActivitySource", true);

        builder.Services.AddOptionsWithValidateOnStart<CosmosOptions, CosmosOptionsValidator>()
            .BindConfiguration(CosmosOptions.Section);
        builder.Services.AddSingleton(services => CosmosClientFactory.Create(
            services.GetRequiredService<IOptions<CosmosOptions>>().Value,
            services.GetRequiredService<ServiceIdentity>(),
            services.GetRequiredService<IMeterFactory>(),
            services.GetRequiredService<TimeProvider>(),
            services.GetRequiredService<ILogger<CosmosClient>>()));
        builder.Services.AddExceptionHandler<CosmosFailureHandler>();
        return builder;
    }

    /// <summary>Comes before anything that reads a container: hosted services start in the order they were added.</summary>
    /// <param name="builder">The service.</param>
    /// <param name="find">Returns the containers that the service uses.</param>
    public static WebApplicationBuilder AddCosmosContainers(
        this WebApplicationBuilder builder, Func<IServiceProvider, IReadOnlyList<RequiredContainer>> find)
    {
        builder.Services.AddSingleton(services => new CosmosStart(
            find(services),
            services.GetRequiredService<CosmosClient>,
            services.GetRequiredService<IOptions<CosmosOptions>>(),
            services.GetRequiredService<TimeProvider>(),
            services.GetRequiredService<ILogger<CosmosStart>>()));
        builder.Services.AddHostedService(services => services.GetRequiredService<CosmosStart>());
        builder.Services.AddHealthChecks().AddCheck<CosmosReadiness>("cosmos");
        return builder;
    }

    // By default the SDK's spans follow older conventions than OpenTelemetry's stable ones for databases.
    private static void UseCurrentConventions()
    {
        const string OptIn = "OTEL_SEMCONV_STABILITY_OPT_IN";
        if (Environment.GetEnvironmentVariable(OptIn) is null)
        {
            Environment.SetEnvironmentVariable(OptIn, "database");
        }
    }
}
