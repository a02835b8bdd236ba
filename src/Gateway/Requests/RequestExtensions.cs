using System.Text;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Requests;

/// <summary>Adds the checks and limits that apply to every request.</summary>
internal static class RequestExtensions
{
    private const int Kilobyte = 1024;

    public static WebApplicationBuilder AddRequestGuard(this WebApplicationBuilder builder)
    {
        // A line feed alone does not end a line. RFC 9112, 2.2 allows it, but other servers do not end the line there.
        AppContext.SetSwitch("Microsoft.AspNetCore.Server.Kestrel.DisableHttp1LineFeedTerminators", true);
        builder.Services.AddOptionsWithValidateOnStart<RequestOptions, RequestOptionsValidator>()
            .BindConfiguration(RequestOptions.Section);
        builder.Services.AddSingleton<UploadMemory>();
        builder.Services.AddOptions<KestrelServerOptions>()
            .Configure<IOptions<RequestOptions>>((kestrel, requests) =>
            {
                Limit(kestrel.Limits, requests.Value);
                // By default a header that is not ASCII is an error. Latin-1 forwards the bytes of backends unchanged.
                kestrel.ResponseHeaderEncodingSelector = _ => Encoding.Latin1;
            });
        return builder;
    }

    /// <summary>Adds the <see cref="RequestGuard"/>. Call this before adding middleware that acts on the path.</summary>
    public static WebApplication UseRequestGuard(this WebApplication app)
    {
        app.UseMiddleware<RequestGuard>();
        return app;
    }

    /// <summary>
    /// Adds the <see cref="UploadMiddleware"/>. Call this after adding middleware that can refuse a request without reading its
    /// body, and before adding middleware that takes a backend's permit.
    /// </summary>
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
