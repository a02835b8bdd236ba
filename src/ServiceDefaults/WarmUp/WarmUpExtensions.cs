using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.WarmUp;

/// <summary>Sends requests through a service before it is ready, so that its first clients do not wait for compilation.</summary>
public static class WarmUpExtensions
{
    private static readonly TimeSpan PathPollInterval = TimeSpan.FromMilliseconds(20);

    /// <summary>Warms the service up by requests to a target, unless <c>--warm-up-time</c> is 0.</summary>
    public static WebApplicationBuilder AddWarmUp(this WebApplicationBuilder builder, FindWarmUpTarget find)
    {
        builder.Services.AddOptionsWithValidateOnStart<WarmUpOptions, WarmUpOptionsValidator>()
            .BindConfiguration(WarmUpOptions.Section);
        if (IsOn(builder))
        {
            builder.Services.AddSingleton(find);
            builder.Services.AddSingleton<WarmUpRun>();
            builder.Services.AddHostedService(services => services.GetRequiredService<WarmUpRun>());
            builder.Services.AddHealthChecks().AddCheck<WarmUpRun>("warm-up");
        }

        return builder;
    }

    /// <summary>Warms the service up by requests to itself. They are in no metrics of requests.</summary>
    /// <param name="builder">The builder of a service with a port for HTTP/1.1 and one for HTTP/2.</param>
    /// <param name="findPaths">Finds paths with their queries; null while they are not known.</param>
    /// <param name="maxRequests">See <see cref="WarmUpTarget.MaxRequests"/>.</param>
    public static WebApplicationBuilder AddWarmUp(
        this WebApplicationBuilder builder,
        Func<IServiceProvider, IReadOnlyList<string>?> findPaths,
        int maxRequests = int.MaxValue)
    {
        if (IsOn(builder))
        {
            builder.Services.AddSingleton<IStartupFilter, WarmUpFilter>();
        }

        return builder.AddWarmUp(async (services, cancellationToken) =>
        {
            var time = services.GetRequiredService<TimeProvider>();
            IReadOnlyList<string>? paths;
            while ((paths = findPaths(services)) is null)
            {
                await Task.Delay(PathPollInterval, time, cancellationToken);
            }

            return WarmUpTarget.OnPortsOf(services.GetRequiredService<IServer>(), paths) with { MaxRequests = maxRequests };
        });
    }

    /// <summary>Whether the request is one of the warm-up.</summary>
    internal static bool IsWarmUp(this HttpContext context) => context.Features.Get<WarmUpRun>() is not null;

    private static bool IsOn(WebApplicationBuilder builder) =>
        builder.Configuration.GetValue<TimeSpan?>($"{WarmUpOptions.Section}:{nameof(WarmUpOptions.Time)}") != TimeSpan.Zero;

    private sealed class WarmUpFilter(WarmUpRun run) : IStartupFilter
    {
        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            app.Use((context, rest) =>
            {
                if (!run.IsOver && context.Request.Headers[WarmUpRun.Header] == run.Token)
                {
                    context.Features.Set(run);
                    context.Features.Get<IHttpMetricsTagsFeature>()?.MetricsDisabled = true;
                }

                return rest(context);
            });
            next(app);
        };
    }
}
