using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.ServiceDefaults.Routing;

/// <summary>Serves HEAD on every route that has GET (RFC 9110, 9.1): as a GET whose body is not sent.</summary>
internal static class HeadExtensions
{
    /// <summary>Comes before routing, which refuses HEAD on a route for GET.</summary>
    public static WebApplication UseHeadAsGet(this WebApplication app)
    {
        app.Use(HandleAsGet);
        app.UseRouting();
        return app;
    }

    private static Task HandleAsGet(HttpContext context, RequestDelegate next)
    {
        if (HttpMethods.IsHead(context.Request.Method))
        {
            context.Request.Method = HttpMethods.Get;
            context.Response.Body = Stream.Null;
        }

        return next(context);
    }
}
