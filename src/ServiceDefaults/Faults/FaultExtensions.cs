using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Faults;

/// <summary>Faults on purpose in a service's own requests. A service without one pays nothing for them.</summary>
internal static class FaultExtensions
{
    // What watches the service must see it as it is.
    private static readonly PathString[] Spared = ["/health", "/metrics", "/openapi"];

    public static WebApplicationBuilder AddFaults(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<FaultOptions, FaultOptionsValidator>()
            .BindConfiguration(FaultOptions.Section);
        return builder;
    }

    public static WebApplication UseFaults(this WebApplication app)
    {
        var faults = app.Services.GetRequiredService<IOptions<FaultOptions>>().Value;
        if (faults.Planted is { Count: > 0 } planted)
        {
            Log.FaultsWerePlanted(app.Logger, string.Join("; ", planted));
            app.UseWhen(IsOwnRequest, branch => branch.UseMiddleware<FaultMiddleware>(faults));
        }

        return app;
    }

    private static bool IsOwnRequest(HttpContext context) =>
        !Array.Exists(Spared, path => context.Request.Path.StartsWithSegments(path, StringComparison.OrdinalIgnoreCase));
}
