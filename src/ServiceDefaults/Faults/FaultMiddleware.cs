using Microsoft.AspNetCore.Http;

namespace DroneDelivery.ServiceDefaults.Faults;

/// <summary>Plants the faults in each request that passes it.</summary>
internal sealed class FaultMiddleware(RequestDelegate next, FaultOptions faults, TimeProvider time)
{
    private readonly CpuBurner? _burner = faults.CpuMs > 0 ? new CpuBurner(time) : null;
    private readonly SeededShare _refused = new(faults.ErrorShare, faults.Seed);

    public async Task InvokeAsync(HttpContext context)
    {
        if (_refused.PicksNext())
        {
            await RefuseAsync(context);
            return;
        }

        _burner?.Burn(faults.CpuMs);
        if (faults.BlockMs > 0)
        {
            Thread.Sleep(TimeSpan.FromMilliseconds(faults.BlockMs));
        }

        if (faults.DelayMs > 0)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(faults.DelayMs), time, context.RequestAborted);
        }

        await next(context);
    }

    private static Task RefuseAsync(HttpContext context) => TypedResults.Problem(
        "This request was refused by a planted fault (--fault-error-share).",
        statusCode: StatusCodes.Status503ServiceUnavailable).ExecuteAsync(context);
}
