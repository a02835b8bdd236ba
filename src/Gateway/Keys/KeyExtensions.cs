using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.ServiceDefaults.Redis;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Keys;

internal static class KeyExtensions
{
    public static WebApplicationBuilder AddKeys(this WebApplicationBuilder builder)
    {
        builder.AddKeyStore();
        builder.Services.AddSingleton(services =>
            new KeyRing(SecretHash.Matches, services.GetRequiredService<TimeProvider>()));
        builder.Services.AddSingleton<IValidateOptions<PlanOptions>, PlansInUse>();
        builder.Services.AddSingleton<IPostConfigureOptions<LoggerFilterOptions>, KeyLogFilter>();
        builder.Services.AddSingleton<KeyFailures>();
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

    /// <summary>Adds the services that the <c>keys</c> command needs too: the plans, and the store of keys if there is none yet.</summary>
    public static WebApplicationBuilder AddKeyStore(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<KeyOptions, KeyOptionsValidator>()
            .BindConfiguration(KeyOptions.Section);
        builder.Services.AddPlans().AddSingleton<KeyRegistry>();
        if (builder.Configuration[KeyOptions.StoreKey] == KeyOptions.Redis)
        {
            builder.AddRedis().Services.TryAddSingleton<IKeyStore, RedisKeyStore>();
        }
        else
        {
            builder.Services.AddDatabase().TryAddSingleton<IKeyStore, SqliteKeyStore>();
        }

        return builder;
    }

    /// <summary>
    /// Adds the key check. Call this before adding middleware that needs the <see cref="Caller"/> of a request, and before
    /// mapping endpoints that require a scope.
    /// </summary>
    public static WebApplication UseKeys(this WebApplication app)
    {
        app.UseMiddleware<KeyMiddleware>();
        return app;
    }

    /// <summary>Adds the check of scopes and owners, if keys are required.</summary>
    public static WebApplication UseKeyAuthorization(this WebApplication app)
    {
        if (app.Services.GetRequiredService<IOptions<KeyOptions>>().Value.AreRequired)
        {
            app.UseMiddleware<KeyAuthorizationMiddleware>();
        }

        return app;
    }

    /// <summary>Sets the scopes that requests to the endpoints require.</summary>
    /// <param name="read">The scope for GET, HEAD and OPTIONS.</param>
    /// <param name="write">The scope for other methods; with <see cref="KeyScopes.None"/> no key allows them.</param>
    public static TBuilder RequireScope<TBuilder>(this TBuilder endpoints, KeyScopes read, KeyScopes write = KeyScopes.None)
        where TBuilder : IEndpointConventionBuilder => endpoints.WithMetadata(new RequiredScope(read, write));
}
