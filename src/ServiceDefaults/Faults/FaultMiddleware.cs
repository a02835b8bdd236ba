using Microsoft.AspNetCore.Http;

namespace DroneDelivery.ServiceDefaults.Faults;

/// <summary>Injects the faults into each request.</summary>
internal sealed class FaultMiddleware(RequestDelegate next, FaultOptions faults, TimeProvider time)
{
    private readonly CpuBurner? _burner = faults.CpuMs > 0 ? new CpuBurner(time) : null;
    private readonly SeededShare _rejected = new(faults.ErrorShare, faults.Seed);

    private readonly Lock _shared = new();
    private readonly byte[] _blanks = [.. Enumerable.Repeat((byte)' ', 1_024)];

    public async Task InvokeAsync(HttpContext context)
    {
        if (_rejected.PicksNext())
        {
            await RejectAsync(context);
            return;
        }

        _burner?.Burn(faults.CpuMs);
        if (faults.BlockMs > 0)
        {
            Block(faults.BlockMs);
        }

        if (faults.DelayMs > 0)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(faults.DelayMs), time, context.RequestAborted);
        }

        if (faults.LockMs > 0)
        {
            lock (_shared)
            {
                Block(faults.LockMs);
            }
        }

        await next(context);
        for (var written = 0; written < faults.AnswerKib; written++)
        {
            await context.Response.Body.WriteAsync(_blanks, context.RequestAborted);
        }
    }

    // The fault is a blocked thread. It must not wait for a timer of the thread pool, which it starves.
    private static void Block(double milliseconds) => Thread.Sleep(TimeSpan.FromMilliseconds(milliseconds));

    private static Task RejectAsync(HttpContext context) => TypedResults.Problem(
        "This request was rejected by an injected fault (--fault-error-share).",
        statusCode: StatusCodes.Status503ServiceUnavailable).ExecuteAsync(context);
}
