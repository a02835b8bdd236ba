using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Requests;

/// <summary>
/// Refuses, before anything else looks at it, a request that somebody before or behind the gateway may read in another way than
/// the gateway did, and a body that says it is too large.
/// </summary>
internal sealed class RequestGuard(RequestDelegate next, IOptions<RequestOptions> options)
{
    private readonly long _mostBytes = options.Value.MaxBodyKilobytes * 1024L;

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

        // It would give back what the request brought along, keys too.
        if (HttpMethods.IsTrace(request.Method))
        {
            return RefuseAsync(context, StatusCodes.Status405MethodNotAllowed, "TRACE is not served.");
        }

        return request.Headers.ContentLength > _mostBytes ? RefuseBodyAsync(context) : next(context);
    }

    private Task RefuseBodyAsync(HttpContext context) => RefuseAsync(
        context,
        StatusCodes.Status413PayloadTooLarge,
        $"The body may have {_mostBytes} bytes, not {context.Request.ContentLength}.");

    // What follows on the connection is not read: it may be this request's body, or the part that it hid.
    private static Task RefuseAsync(HttpContext context, int status, string detail)
    {
        context.Response.Headers.Connection = "close";
        return TypedResults.Problem(detail, statusCode: status).ExecuteAsync(context);
    }
}
