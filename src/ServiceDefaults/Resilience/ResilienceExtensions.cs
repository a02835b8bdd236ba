using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Polly;

namespace DroneDelivery.ServiceDefaults.Resilience;

/// <summary>Makes a client of <see cref="IHttpClientFactory"/> resilient.</summary>
public static class ResilienceExtensions
{
    /// <summary>
    /// One pipeline, and so one breaker, for all calls by this client. The client's own time-out is switched off.
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
