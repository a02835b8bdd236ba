using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Limits;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Keys;

internal static class KeyExtensions
{
    public static WebApplicationBuilder AddKeys(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<KeyOptions, KeyOptionsValidator>()
            .BindConfiguration(KeyOptions.Section);
        builder.Services.AddKeyStore();
        builder.Services.AddSingleton(services =>
            new KeyRing(SecretHash.Matches, services.GetRequiredService<TimeProvider>()));
        builder.Services.AddSingleton<IPostConfigureOptions<LoggerFilterOptions>, KeyLogFilter>();
        builder.Services.AddSingleton<KeyMeter>();
        builder.Services.AddSingleton<KeyRefusal>();
        builder.Services.AddSingleton<KeyRefresher>();
        builder.Services.AddHostedService(services => services.GetRequiredService<KeyRefresher>());
        builder.Services.AddHealthChecks().AddCheck<KeyHealthCheck>("keys");
        builder.Services.AddSingleton<KeyDocument>();
        builder.Services.ConfigureAll<OpenApiOptions>(options =>
            options.AddDocumentTransformer<KeyDocument>().AddOperationTransformer<KeyDocument>());
        return builder;
    }

    /// <summary>What the command line needs too.</summary>
    public static IServiceCollection AddKeyStore(this IServiceCollection services) =>
        services.AddDatabase().AddPlans().AddSingleton<KeyStore>();

    /// <summary>Put this before whatever asks for the <see cref="Caller"/>, and before the endpoints that need a scope.</summary>
    public static WebApplication UseKeys(this WebApplication app)
    {
        app.UseMiddleware<KeyMiddleware>();
        return app;
    }

    /// <param name="read">The scope for GET, HEAD and OPTIONS.</param>
    /// <param name="write">The scope for other methods; without it no key allows them.</param>
    public static TBuilder RequireScope<TBuilder>(this TBuilder endpoints, KeyScopes read, KeyScopes write = KeyScopes.None)
        where TBuilder : IEndpointConventionBuilder => endpoints.WithMetadata(new RequiredScope(read, write));
}
