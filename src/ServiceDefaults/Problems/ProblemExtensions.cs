using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.Problems;

/// <summary>Makes every failure leave the service as problem details.</summary>
internal static class ProblemExtensions
{
    public static WebApplicationBuilder AddProblems(this WebApplicationBuilder builder)
    {
        builder.Services.AddProblemDetails();
        builder.Services.AddExceptionHandler<BadRequestHandler>();
        builder.Services.Configure<RouteHandlerOptions>(options => options.ThrowOnBadRequest = true);
        return builder;
    }

    public static WebApplication UseProblems(this WebApplication app)
    {
        app.UseExceptionHandler();
        app.UseStatusCodePages();
        return app;
    }
}
