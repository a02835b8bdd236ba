using System.Reflection;
using System.Security.Cryptography;
using Microsoft.Net.Http.Headers;

namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>The files of the page. They are embedded in the assembly, so the lab can be started in any folder.</summary>
internal static class PageFiles
{
    private const string ResourcePrefix = "live/";

    private static readonly Assembly Home = typeof(PageFiles).Assembly;

    public static void MapPage(this IEndpointRouteBuilder routes)
    {
        var names = Home.GetManifestResourceNames().Where(name => name.StartsWith(ResourcePrefix, StringComparison.Ordinal));
        foreach (var resource in names)
        {
            var name = resource[ResourcePrefix.Length..];
            var (content, type) = (Read(resource), TypeOf(name));
            var tag = new EntityTagHeaderValue($"\"{Convert.ToHexStringLower(SHA256.HashData(content)[..8])}\"");
            routes.MapGet(name == "index.html" ? "/" : $"/{name}", () => TypedResults.Bytes(content, type, entityTag: tag));
        }
    }

    private static byte[] Read(string resource)
    {
        using var reader = new BinaryReader(Home.GetManifestResourceStream(resource)!);
        return reader.ReadBytes((int)reader.BaseStream.Length);
    }

    private static string TypeOf(string name) => Path.GetExtension(name) switch
    {
        ".html" => "text/html; charset=utf-8",
        ".css" => "text/css; charset=utf-8",
        ".js" => "text/javascript; charset=utf-8",
        var other => throw new InvalidOperationException($"The page has a file of unknown type: {other}."),
    };
}
