using DroneDelivery.Gateway.Backends;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Shedding;

internal static class SheddingExtensions
{
    public static WebApplicationBuilder AddShedding(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<SheddingOptions, SheddingOptionsValidator>()
            .BindConfiguration(SheddingOptions.Section);
        builder.Services.AddSingleton(CreateGates);
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

    private static BackendGates CreateGates(IServiceProvider services)
    {
        var options = services.GetRequiredService<IOptions<SheddingOptions>>().Value;
        var time = services.GetRequiredService<TimeProvider>();
        return new BackendGates(options.Shares, _ => CreateLimit(options, time));
    }

    private static IConcurrencyLimit CreateLimit(SheddingOptions options, TimeProvider time) => options.Mode switch
    {
        SheddingOptions.None => FixedLimit.None,
        SheddingOptions.Fixed => new FixedLimit(options.Limit),
        _ => new GradientLimit(options, time),
    };
}
