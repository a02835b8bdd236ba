using System.Text;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Primitives;

namespace DroneDelivery.JsonBackend;

/// <summary>The same answer to every request: 1 KB of JSON.</summary>
internal sealed class JsonAnswer : IHttpApplication<IFeatureCollection>
{
    private const int Size = 1024;

    private static readonly byte[] Body = Fill("""{"id":"delivery-0001","note":"NOTE"}""");

    private static readonly StringValues Type = "application/json";

    public IFeatureCollection CreateContext(IFeatureCollection contextFeatures) => contextFeatures;

    public Task ProcessRequestAsync(IFeatureCollection context)
    {
        var headers = context.Get<IHttpResponseFeature>()!.Headers;
        (headers.ContentLength, headers.ContentType) = (Body.Length, Type);
        var writing = context.Get<IHttpResponseBodyFeature>()!.Writer.WriteAsync(Body);
        return writing.IsCompletedSuccessfully ? Task.CompletedTask : writing.AsTask();
    }

    public void DisposeContext(IFeatureCollection context, Exception? exception)
    {
        // Nothing was made for the request.
    }

    private static byte[] Fill(string template)
    {
        var rest = Size - template.Length + "NOTE".Length;
        return Encoding.UTF8.GetBytes(template.Replace("NOTE", new string('n', rest), StringComparison.Ordinal));
    }
}
