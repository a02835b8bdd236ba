using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Limits;

internal static class LimitsExtensions
{
    public static WebApplicationBuilder AddLimits(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        services.AddOptionsWithValidateOnStart<LimitsOptions, LimitsOptionsValidator>().BindConfiguration(LimitsOptions.Section);
        services.AddSingleton<PlanTexts>();
        services.AddSingleton<LimitsMeter>();
        services.AddSingleton<ILimits, LocalLimits>();
        return builder;
    }

    /// <summary>Put this after the keys: it is they who say whose request it is.</summary>
    public static WebApplication UseLimits(this WebApplication app)
    {
        if (app.Services.GetRequiredService<IOptions<LimitsOptions>>().Value.Mode != LimitsOptions.Off)
        {
            app.UseMiddleware<LimitsMiddleware>();
        }

        return app;
    }
}
