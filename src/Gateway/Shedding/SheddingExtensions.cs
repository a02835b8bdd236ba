using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway.Shedding;

internal static class SheddingExtensions
{
    public static WebApplicationBuilder AddShedding(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<SheddingOptions, SheddingOptionsValidator>()
            .BindConfiguration(SheddingOptions.Section);
        builder.Services.AddSingleton<BackendGates>();
        builder.Services.AddSingleton<SheddingMeter>();
        return builder;
    }

    /// <summary>Adds the middleware. It must come before the endpoints that require backends.</summary>
    public static WebApplication UseShedding(this WebApplication app)
    {
        app.UseMiddleware<SheddingMiddleware>();
        return app;
    }

    public static TBuilder RequireBackends<TBuilder>(this TBuilder endpoints, RequestPriority priority, params string[] backends)
        where TBuilder : IEndpointConventionBuilder => endpoints.WithMetadata(new RequiredBackends(priority, backends));
}
