using DroneDelivery.ServiceDefaults.Listening;
using DroneDelivery.ServiceDefaults.WarmUp;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Faults;

/// <summary>Injects faults into a service's own requests. A service without faults has no middleware for them.</summary>
internal static class FaultExtensions
{
    // Monitoring must see the service without the faults.
    private static readonly PathString[] Exempt = ["/health", "/metrics", "/openapi"];

    public static WebApplicationBuilder AddFaults(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<FaultOptions, FaultOptionsValidator>()
            .BindConfiguration(FaultOptions.Section);
        return builder;
    }

    public static WebApplication UseFaults(this WebApplication app)
    {
        var faults = app.Services.GetRequiredService<IOptions<FaultOptions>>().Value;
        if (faults.Injected is { Count: > 0 } injected)
        {
            Log.FaultsWereInjected(app.Logger, string.Join("; ", injected));
            app.UseWhen(
                context => IsOwnRequest(context) && IsAmong(faults.Only, context),
                branch => branch.UseThreadPool().UseMiddleware<FaultMiddleware>(faults));
        }

        return app;
    }

    private static bool IsAmong(string? only, HttpContext context) =>
        only is null || context.Request.QueryString.Value?.Contains(only, StringComparison.Ordinal) == true;

    private static bool IsOwnRequest(HttpContext context) => !context.IsWarmUp()
        && !Array.Exists(Exempt, path => context.Request.Path.StartsWithSegments(path, StringComparison.OrdinalIgnoreCase));
}
