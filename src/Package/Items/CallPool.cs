using Microsoft.Extensions.Options;

namespace DroneDelivery.Package.Items;

/// <summary>
/// Limits the requests in progress. With <see cref="ItemOptions.Pool"/> further requests wait, without a thread; with
/// <see cref="ItemOptions.Refuse"/> they fail at once, as at a database that has no free connection.
/// </summary>
internal sealed class CallPool(IOptions<ItemOptions> options) : IEndpointFilter, IDisposable
{
    private readonly SemaphoreSlim _slots = new(options.Value.PoolSize);
    private readonly TimeSpan _wait = options.Value.Calls == ItemOptions.Refuse ? TimeSpan.Zero : Timeout.InfiniteTimeSpan;

    /// <summary>Holds a slot until the calls of the request have ended.</summary>
    public async ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        if (!await _slots.WaitAsync(_wait, context.HttpContext.RequestAborted))
        {
            return TypedResults.Problem(
                $"The pool is full: {options.Value.PoolSize} requests are in progress.",
                statusCode: StatusCodes.Status503ServiceUnavailable);
        }

        try
        {
            return await next(context);
        }
        finally
        {
            _slots.Release();
        }
    }

    public void Dispose() => _slots.Dispose();
}
