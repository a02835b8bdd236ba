using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.Stopping;

/// <summary>When a service stops, apart from signals.</summary>
internal static class StoppingExtensions
{
    public const string StopWithStandardInputKey = "Stopping:WithStandardInput";

    public static WebApplicationBuilder AddStopping(this WebApplicationBuilder builder)
    {
        if (builder.Configuration.GetValue<bool>(StopWithStandardInputKey))
        {
            builder.Services.AddHostedService<StandardInputWatch>();
        }

        return builder;
    }
}
