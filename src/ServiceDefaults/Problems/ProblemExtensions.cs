using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.Problems;

/// <summary>Returns every failure of the service as problem details.</summary>
internal static class ProblemExtensions
{
    public static WebApplicationBuilder AddProblems(this WebApplicationBuilder builder)
    {
        builder.Services.AddProblemDetails();
        ProblemWriter.Wrap(builder.Services);
        builder.Services.AddExceptionHandler<BadRequestHandler>();
        builder.Services.Configure<RouteHandlerOptions>(options => options.ThrowOnBadRequest = true);
        return builder;
    }

    public static WebApplication UseProblems(this WebApplication app)
    {
        app.UseExceptionHandler();
        // A branch, since this middleware would await responses that it does not change.
        app.UseWhen(MayNeedBody, branch => branch.UseStatusCodePages());
        return app;
    }

    private static bool MayNeedBody(HttpContext context) =>
        context.GetEndpoint()?.Metadata.GetMetadata<ISkipStatusCodePagesMetadata>() is null;
}
