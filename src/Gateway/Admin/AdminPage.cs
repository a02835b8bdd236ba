using System.Reflection;
using DroneDelivery.ServiceDefaults.Listening;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Gateway.Admin;

/// <summary>The files of the admin page, embedded in the assembly. The page is at / of the admin port.</summary>
internal static class AdminPage
{
    private const string ResourcePrefix = "admin-page/";

    private const string ContentPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'";

    private static readonly Assembly Home = typeof(AdminPage).Assembly;

    public static void MapAdminPage(this IEndpointRouteBuilder routes)
    {
        MapFile(routes, "/", "index.html", "text/html; charset=utf-8");
        MapFile(routes, "/page.css", "page.css", "text/css; charset=utf-8");
        MapFile(routes, "/page.js", "page.js", "text/javascript; charset=utf-8");
    }

    private static void MapFile(IEndpointRouteBuilder routes, string path, string name, string type)
    {
        using var reader = new BinaryReader(Home.GetManifestResourceStream(ResourcePrefix + name)!);
        var content = reader.ReadBytes((int)reader.BaseStream.Length);
        routes.MapGet(path, (HttpContext context) => Serve(context, content, type)).OnAdminPort().ExcludeFromDescription();
    }

    private static FileContentHttpResult Serve(HttpContext context, byte[] content, string type)
    {
        var headers = context.Response.Headers;
        headers.ContentSecurityPolicy = ContentPolicy;
        headers.XContentTypeOptions = "nosniff";
        headers["Referrer-Policy"] = "no-referrer";
        headers.CacheControl = "no-cache";
        return TypedResults.Bytes(content, type);
    }
}
