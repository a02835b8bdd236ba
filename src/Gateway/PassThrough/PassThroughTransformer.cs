using System.Net;
using DroneDelivery.Gateway.Backends;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>
/// Transforms forwarded requests and responses: removes <c>/api</c> from the path, adds it to a backend's <c>Location</c>, and
/// replaces the <see cref="SenderHeaders"/>. The proxy's own transforms do the same at several times the cost.
/// </summary>
internal sealed class PassThroughTransformer : HttpTransformer
{
    private static readonly PathString Prefix = "/api";

    public override async ValueTask TransformRequestAsync(
        HttpContext httpContext, HttpRequestMessage proxyRequest, string destinationPrefix, CancellationToken cancellationToken)
    {
        var request = httpContext.Request;
        await base.TransformRequestAsync(httpContext, proxyRequest, destinationPrefix, cancellationToken);
        SenderHeaders.Replace(proxyRequest.Headers, request);
        proxyRequest.Headers.Host = null;
        proxyRequest.RequestUri =
            RequestUtilities.MakeDestinationAddress(destinationPrefix, PathOf(request), request.QueryString);
    }

    public override async ValueTask<bool> TransformResponseAsync(
        HttpContext httpContext, HttpResponseMessage? proxyResponse, CancellationToken cancellationToken)
    {
        if (proxyResponse is { StatusCode: HttpStatusCode.BadGateway or HttpStatusCode.ServiceUnavailable }
            && httpContext.Features.Get<BackendCall>()?.Discards(proxyResponse) == true)
        {
            return false;
        }

        var hasAnswer = await base.TransformResponseAsync(httpContext, proxyResponse, cancellationToken);
        var headers = httpContext.Response.Headers;
        if (headers.Location is [{ } path] && path.StartsWith('/'))
        {
            headers.Location = Prefix + path;
        }

        return hasAnswer;
    }

    // HTTP/1.1 clients get no trailers. The base method searches all features of the connection to find that out.
    public override ValueTask TransformResponseTrailersAsync(
        HttpContext httpContext, HttpResponseMessage proxyResponse, CancellationToken cancellationToken) =>
        HttpProtocol.IsHttp11(httpContext.Request.Protocol)
            ? default
            : base.TransformResponseTrailersAsync(httpContext, proxyResponse, cancellationToken);

    // The path of every route starts with the prefix.
    private static PathString PathOf(HttpRequest request) =>
        request.Path.StartsWithSegments(Prefix, StringComparison.OrdinalIgnoreCase, out var rest) ? rest : request.Path;
}
