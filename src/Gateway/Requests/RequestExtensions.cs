using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Requests;

/// <summary>What every request must keep to, whoever sends it.</summary>
internal static class RequestExtensions
{
    private const int Kilobyte = 1024;

    public static WebApplicationBuilder AddRequestGuard(this WebApplicationBuilder builder)
    {
        // A line feed alone ends no line (RFC 9112, 2.2 allows it; other servers read on).
        AppContext.SetSwitch("Microsoft.AspNetCore.Server.Kestrel.DisableHttp1LineFeedTerminators", true);
        builder.Services.AddOptionsWithValidateOnStart<RequestOptions, RequestOptionsValidator>()
            .BindConfiguration(RequestOptions.Section);
        builder.Services.AddSingleton<UploadMemory>();
        builder.Services.AddOptions<KestrelServerOptions>()
            .Configure<IOptions<RequestOptions>>((kestrel, requests) => Limit(kestrel.Limits, requests.Value));
        return builder;
    }

    /// <summary>Put this before anything that reads the path.</summary>
    public static WebApplication UseRequestGuard(this WebApplication app)
    {
        app.UseMiddleware<RequestGuard>();
        return app;
    }

    /// <summary>Put this after whatever may refuse a request without its body, and before a backend's permit is taken.</summary>
    public static WebApplication UseUploads(this WebApplication app)
    {
        app.UseMiddleware<UploadMiddleware>();
        return app;
    }

    private static void Limit(KestrelServerLimits limits, RequestOptions requests)
    {
        limits.MaxRequestBodySize = (long)requests.MaxBodyKilobytes * Kilobyte;
        limits.MaxRequestHeaderCount = requests.MaxHeaders;
        limits.MaxRequestHeadersTotalSize = requests.MaxHeaderKilobytes * Kilobyte;
        limits.RequestHeadersTimeout = requests.HeaderTimeout;
        limits.MinRequestBodyDataRate = new MinDataRate(requests.MinBytesPerSecond, requests.DataRateGrace);
        limits.MinResponseDataRate = new MinDataRate(requests.MinBytesPerSecond, requests.DataRateGrace);
    }
}
