using System.Globalization;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;
using DroneDelivery.Gateway.Plans;

namespace DroneDelivery.RateLimits.Benchmarks;

/// <summary>What it costs to find a key's limits, to decide about a request, and to write what is left; on one thread.</summary>
internal static class DecisionCost
{
    public const string Command = "cost";
    private const int Requests = 5_000_000;

    private static readonly Plan[] Plans =
    [
        new("rate") { RequestsPerSecond = 1_000_000, Burst = 1_000 },
        new("rate and concurrency") { RequestsPerSecond = 1_000_000, Burst = 1_000, Concurrency = 10 },
        new("all") { RequestsPerSecond = 1_000_000, Burst = 1_000, Concurrency = 10, RequestsPerDay = 1_000_000_000 },
    ];

    public static async Task MeasureAsync()
    {
        Console.WriteLine("| plan | ns a request | bytes a request |");
        Console.WriteLine("|---|---:|---:|");
        foreach (var plan in Plans)
        {
            await RunAsync(plan);
            var (nanoseconds, bytes) = await RunAsync(plan);
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"| {plan.Name} | {nanoseconds:0} | {bytes:0} |"));
        }
    }

    /// <summary>On one thread: nothing that is decided locally is waited for.</summary>
    private static async Task<(double Nanoseconds, double Bytes)> RunAsync(Plan plan)
    {
        var limits = new LocalLimits(TimeProvider.System);
        Caller[] callers = [.. Enumerable.Range(0, LoadPlan.AllKeys).Select(i => new Caller("", $"holder-{i}", plan))];
        var (bytes, start, characters) = (GC.GetAllocatedBytesForCurrentThread(), TimeProvider.System.GetTimestamp(), 0L);
        for (var i = 0; i < Requests; i++)
        {
            var key = limits.ForCaller(callers[i % callers.Length]);
            var decision = await key.EnterAsync(weight: 1, default);
            characters += key.Terms.Text.Remaining(decision, TimeProvider.System)?.Length ?? 0;
            if (decision.HoldsPermit)
            {
                key.Leave();
            }
        }

        var took = TimeProvider.System.GetElapsedTime(start);
        ArgumentOutOfRangeException.ThrowIfZero(characters);
        return (took.TotalNanoseconds / Requests, (GC.GetAllocatedBytesForCurrentThread() - bytes) / (double)Requests);
    }
}
