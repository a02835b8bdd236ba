using DroneDelivery.ServiceDefaults.CommandLine;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.Stopping;

/// <summary>Stops a service for reasons other than signals.</summary>
internal static class StoppingExtensions
{
    private const string Key = "Stopping:WithStandardInput";

    public static readonly ServiceFlag Flag =
        new("--stop-with-stdin", Key, "Stop when standard input ends: true or false.", "false");

    public static WebApplicationBuilder AddStopping(this WebApplicationBuilder builder)
    {
        if (builder.Configuration.GetValue<bool>(Key))
        {
            builder.Services.AddHostedService<StandardInputWatch>();
        }

        return builder;
    }
}
