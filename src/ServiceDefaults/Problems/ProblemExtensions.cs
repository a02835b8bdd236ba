using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Net.Http.Headers;

namespace DroneDelivery.ServiceDefaults.Problems;

/// <summary>Returns every failure of the service as problem details.</summary>
internal static class ProblemExtensions
{
    public static WebApplicationBuilder AddProblems(this WebApplicationBuilder builder)
    {
        builder.Services.AddProblemDetails();
        ProblemWriter.Wrap(builder.Services);
        builder.Services.AddExceptionHandler<BadRequestHandler>();
        builder.Services.Configure<RouteHandlerOptions>(options => options.ThrowOnBadRequest = true);
        // Two programs that read a body may otherwise read different values: one takes the first member, another the last.
        builder.Services.ConfigureHttpJsonOptions(json => json.SerializerOptions.AllowDuplicateProperties = false);
        return builder;
    }

    public static WebApplication UseProblems(this WebApplication app)
    {
        app.UseExceptionHandler();
        app.Use(NormalizeCharset);
        // A branch, since this middleware would await responses that it does not change.
        app.UseWhen(MayNeedBody, branch => branch.UseStatusCodePages());
        return app;
    }

    // The framework's JSON reader fails with an unhandled exception, and knows no charset in quotes (RFC 9110, 8.3.2).
    private static Task NormalizeCharset(HttpContext context, RequestDelegate next)
    {
        if (MediaTypeHeaderValue.TryParse(context.Request.ContentType, out var type) && type.Charset.Length > 0)
        {
            var charset = HeaderUtilities.RemoveQuotes(type.Charset).ToString();
            if (!IsKnown(charset))
            {
                return TypedResults.Problem(
                    $"The charset \"{charset}\" is not known; send UTF-8.",
                    statusCode: StatusCodes.Status415UnsupportedMediaType).ExecuteAsync(context);
            }

            type.Charset = charset;
            context.Request.ContentType = type.ToString();
        }

        return next(context);
    }

    private static bool IsKnown(string charset)
    {
        try
        {
            _ = Encoding.GetEncoding(charset);
            return true;
        }
        catch (Exception exception) when (exception is ArgumentException or NotSupportedException)
        {
            // .NET no longer supports UTF-7, which is a NotSupportedException.
            return false;
        }
    }

    private static bool MayNeedBody(HttpContext context) =>
        context.GetEndpoint()?.Metadata.GetMetadata<ISkipStatusCodePagesMetadata>() is null;
}
