using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>
/// What changes on the way through: the path loses <c>/api</c>, a backend's <c>Location</c> gets it back, and who asked is said
/// by the gateway. The proxy's own transforms do the same at several times the cost.
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
        var hasAnswer = await base.TransformResponseAsync(httpContext, proxyResponse, cancellationToken);
        if (proxyResponse is null || RetryableAttempt.HoldsBack(httpContext, proxyResponse))
        {
            return false;
        }

        var headers = httpContext.Response.Headers;
        if (headers.Location is [{ } path] && path.StartsWith('/'))
        {
            headers.Location = Prefix + path;
        }

        return hasAnswer;
    }

    // HTTP/1.1 clients get none, and to find that out takes a look at each of the connection's features.
    public override ValueTask TransformResponseTrailersAsync(
        HttpContext httpContext, HttpResponseMessage proxyResponse, CancellationToken cancellationToken) =>
        HttpProtocol.IsHttp11(httpContext.Request.Protocol)
            ? default
            : base.TransformResponseTrailersAsync(httpContext, proxyResponse, cancellationToken);

    // Every route is below the prefix.
    private static PathString PathOf(HttpRequest request) =>
        request.Path.StartsWithSegments(Prefix, StringComparison.OrdinalIgnoreCase, out var rest) ? rest : request.Path;
}
