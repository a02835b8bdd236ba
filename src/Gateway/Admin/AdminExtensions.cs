using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Usage;
using DroneDelivery.ServiceDefaults.Listening;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Admin;

internal static class AdminExtensions
{
    public static WebApplicationBuilder AddAdmin(this WebApplicationBuilder builder)
    {
        builder.Services.AddSingleton<KeyAnswers>();
        builder.Services.AddSingleton<AdminSessions>();
        builder.Services.AddExceptionHandler<StoreFailureHandler>();
        return builder;
    }

    /// <summary>Accepts sessions of the admin page in place of a key. Call this before <c>UseKeys</c>.</summary>
    public static WebApplication UseAdminSessions(this WebApplication app)
    {
        app.UseWhen(
            context => context.Request.Path.StartsWithSegments("/admin"), branch => branch.UseMiddleware<SessionMiddleware>());
        return app;
    }

    /// <summary>
    /// Maps the admin page, and the endpoints that require the scope <c>admin</c>. Maps none if keys are not required, because
    /// administrators cannot be identified then.
    /// </summary>
    public static WebApplication MapAdmin(this WebApplication app)
    {
        if (app.Services.GetRequiredService<IOptions<KeyOptions>>().Value.AreRequired)
        {
            var group = app.MapGroup("/admin")
                .RequireScope(KeyScopes.Admin, KeyScopes.Admin)
                .OnAdminPort()
                .ProducesProblem(StatusCodes.Status401Unauthorized)
                .ProducesProblem(StatusCodes.Status403Forbidden)
                .ProducesProblem(StatusCodes.Status503ServiceUnavailable);
            group.MapKeys();
            group.MapPlans();
            group.MapSession();
            group.MapUsage(app.Configuration);
            app.MapAdminPage();
        }

        return app;
    }
}
