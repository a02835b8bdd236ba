using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Keys;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Requests;

/// <summary>
/// Reads the whole body of a request before a backend's permit is taken, so that slow uploads hold none. Their memory has limits
/// of its own, <see cref="UploadMemory"/>, and they have a time limit.
/// </summary>
internal sealed class UploadMiddleware(
    RequestDelegate next, UploadMemory memory, IOptions<RequestOptions> options, TimeProvider time)
{
    /// <summary>The memory of a body at first; it doubles when it is full.</summary>
    public const int FirstBytes = 4 * 1024;

    // A larger buffer is made and copied on the thread pool: on a socket thread, other connections would wait for that.
    private const int MaxBytesOnSocketThread = 16 * 1024;

    public Task InvokeAsync(HttpContext context)
    {
        if (context.Features.Get<IHttpRequestBodyDetectionFeature>() is not { CanHaveBody: true }
            || context.GetEndpoint()?.Metadata.GetMetadata<RequiredBackends>() is null)
        {
            return next(context);
        }

        return HttpMethods.IsGet(context.Request.Method)
            ? RefuseAsync(context, StatusCodes.Status400BadRequest, "A GET request must have no body.")
            : ReadBodyAsync(context);
    }

    private async Task ReadBodyAsync(HttpContext context)
    {
        using var reserved = memory.Reserve(Caller.FromContext(context));
        using var timeout = new CancellationTokenSource(options.Value.BodyTimeout, time);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, context.RequestAborted);
        var (buffer, length) = (Array.Empty<byte>(), 0);
        for (var count = 1; count > 0; length += count)
        {
            if (length == buffer.Length)
            {
                if (length >= MaxBytesOnSocketThread)
                {
                    await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
                }

                if (!TryGrow(ref buffer, reserved))
                {
                    await RefuseForMemoryAsync(context);
                    return;
                }
            }

            count = await ReadAsync(context, buffer.AsMemory(length), timeout.Token, end.Token);
        }

        context.Request.Body = new MemoryStream(buffer, 0, length, writable: false);
        await next(context);
    }

    private static bool TryGrow(ref byte[] buffer, UploadMemory.Reservation reserved)
    {
        var size = Math.Max(FirstBytes, 2 * buffer.Length);
        if (!reserved.TryAdd(size - buffer.Length))
        {
            return false;
        }

        // Not from a pool: the proxy may read the body for longer than the request lasts.
        Array.Resize(ref buffer, size);
        return true;
    }

    private static async ValueTask<int> ReadAsync(
        HttpContext context, Memory<byte> free, CancellationToken timeout, CancellationToken end)
    {
        try
        {
            return await context.Request.Body.ReadAsync(free, end);
        }
        catch (OperationCanceledException exception) when (timeout.IsCancellationRequested)
        {
            throw new BadHttpRequestException("The body took too long.", StatusCodes.Status408RequestTimeout, exception);
        }
        catch (IOException exception)
            when (exception is not BadHttpRequestException && !context.RequestAborted.IsCancellationRequested)
        {
            // The server's exception for a chunk whose length is too large.
            throw new BadHttpRequestException("The body cannot be read.", exception);
        }
    }

    private static Task RefuseForMemoryAsync(HttpContext context)
    {
        context.Response.Headers.RetryAfter = "1";
        return RefuseAsync(
            context,
            StatusCodes.Status503ServiceUnavailable,
            "The gateway is receiving as many uploads as it has memory for.",
            new KeyValuePair<string, object?>("failure", "uploads"));
    }

    // The rest of the body is not read.
    private static Task RefuseAsync(
        HttpContext context, int status, string detail, params KeyValuePair<string, object?>[] extensions)
    {
        context.Response.Headers.Connection = "close";
        return TypedResults.Problem(detail, statusCode: status, extensions: extensions).ExecuteAsync(context);
    }
}
