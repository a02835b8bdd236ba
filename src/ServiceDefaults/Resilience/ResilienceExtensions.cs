using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Polly;

namespace DroneDelivery.ServiceDefaults.Resilience;

/// <summary>Adds resilience to a client of <see cref="IHttpClientFactory"/>.</summary>
public static class ResilienceExtensions
{
    /// <summary>
    /// All calls by this client share one pipeline, and so one circuit breaker. The client's own timeout is disabled.
    /// </summary>
    public static IHttpClientBuilder AddResilience(this IHttpClientBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<ResilienceOptions, ResilienceOptionsValidator>()
            .BindConfiguration(ResilienceOptions.Section);
        builder.Services.AddKeyedSingleton(builder.Name, (services, _) => HttpResilience.CreatePipeline(
            builder.Name,
            services.GetRequiredService<IOptions<ResilienceOptions>>().Value,
            services.GetRequiredService<TimeProvider>()));
        return builder
            .ConfigureHttpClient(client => client.Timeout = Timeout.InfiniteTimeSpan)
            .AddHttpMessageHandler(services => new ResilienceHandler(
                services.GetRequiredKeyedService<ResiliencePipeline<HttpResponseMessage>>(builder.Name)));
    }
}
