using System.Diagnostics;
using DroneDelivery.ServiceDefaults.Faults;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.ServiceDefaults.Tests.Faults;

public sealed class FaultMiddlewareTests
{
    private static readonly TimeSpan AFault = TimeSpan.FromMilliseconds(40);

    [Fact]
    public void Block_Set_HoldsTheThread()
    {
        var (isDone, taken) = Call(new FaultOptions { BlockMs = AFault.TotalMilliseconds });

        // A request that waited would have given its thread back before it was done.
        Assert.True(isDone);
        Assert.True(taken >= AFault - TimeSpan.FromMilliseconds(1), $"{taken}");
    }

    [Fact]
    public void Cpu_Set_BurnsThatMuch()
    {
        using var process = Process.GetCurrentProcess();
        var before = process.TotalProcessorTime;

        var (isDone, taken) = Call(new FaultOptions { CpuMs = AFault.TotalMilliseconds });

        // One thread cannot burn CPU faster than time passes; half, since a clock rate may rise after the calibration.
        process.Refresh();
        Assert.True(isDone);
        Assert.True(taken >= AFault / 2, $"{taken}");
        Assert.True(process.TotalProcessorTime - before >= AFault / 2, $"{process.TotalProcessorTime - before}");
    }

    [Fact]
    public async Task Lock_Set_IsHeldByOneRequestAtATime()
    {
        var middleware = new FaultMiddleware(
            _ => Task.CompletedTask, new FaultOptions { LockMs = AFault.TotalMilliseconds }, TimeProvider.System);
        var start = TimeProvider.System.GetTimestamp();

        await Task.WhenAll(Enumerable.Range(0, 3).Select(_ => Task.Run(() => middleware.InvokeAsync(new DefaultHttpContext()))));

        var taken = TimeProvider.System.GetElapsedTime(start);
        Assert.True(taken >= 3 * AFault - TimeSpan.FromMilliseconds(3), $"{taken}");
    }

    [Fact]
    public void Share_SameSeed_PicksTheSameRequests()
    {
        var first = Picks(new SeededShare(0.05, seed: 7));
        var second = Picks(new SeededShare(0.05, seed: 7));

        Assert.Equal(first, second);
        Assert.InRange(first.Count(picked => picked), 400, 600);
    }

    private static (bool IsDone, TimeSpan Taken) Call(FaultOptions faults)
    {
        var middleware = new FaultMiddleware(_ => Task.CompletedTask, faults, TimeProvider.System);
        var start = TimeProvider.System.GetTimestamp();
        var call = middleware.InvokeAsync(new DefaultHttpContext());
        return (call.IsCompletedSuccessfully, TimeProvider.System.GetElapsedTime(start));
    }

    private static bool[] Picks(SeededShare share) => [.. Enumerable.Range(0, 10_000).Select(_ => share.PicksNext())];
}
