using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Requests;

/// <summary>
/// Refuses a request that a proxy in front of the gateway, or a backend, might interpret differently than the gateway does. Also
/// refuses TRACE and CONNECT, and a request whose Content-Length exceeds the limit. Before it, the path has only been read by
/// routing, and by usage, to count the requests refused here.
/// </summary>
internal sealed class RequestGuard(RequestDelegate next, IOptions<RequestOptions> options)
{
    private readonly long _maxBytes = options.Value.MaxBodyKilobytes * 1024L;

    public Task InvokeAsync(HttpContext context)
    {
        var request = context.Features.GetRequiredFeature<IHttpRequestFeature>();
        if (RequestTarget.FindFault(request.RawTarget, request.Path) is { } fault)
        {
            return RefuseAsync(context, StatusCodes.Status400BadRequest, fault);
        }

        if (RequestFraming.FindFault(request.Headers) is { } unclear)
        {
            return RefuseAsync(context, StatusCodes.Status400BadRequest, unclear);
        }

        // The response to TRACE would contain the headers of the request, including keys. CONNECT opens a tunnel; over HTTP/2,
        // also to a path, for a WebSocket (RFC 8441).
        if (HttpMethods.IsTrace(request.Method) || HttpMethods.IsConnect(request.Method))
        {
            return RefuseAsync(context, StatusCodes.Status405MethodNotAllowed, $"{request.Method} is not served.");
        }

        return request.Headers.ContentLength > _maxBytes ? RefuseBodyAsync(context) : next(context);
    }

    private Task RefuseBodyAsync(HttpContext context) => RefuseAsync(
        context,
        StatusCodes.Status413PayloadTooLarge,
        $"The body may have {_maxBytes} bytes, not {context.Request.ContentLength}.");

    // The rest of the connection is not read: it may be the body of this request, or a smuggled request.
    private static Task RefuseAsync(HttpContext context, int status, string detail)
    {
        context.Response.Headers.Connection = "close";
        return TypedResults.Problem(detail, statusCode: status).ExecuteAsync(context);
    }
}
