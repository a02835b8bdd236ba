using System.Globalization;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;
using GatewayPlan = DroneDelivery.Gateway.Limits.Plan;

namespace DroneDelivery.RateLimits.Benchmarks;

/// <summary>What it costs to find a key's limits, to decide about a request, and to write what is left; on one thread.</summary>
internal static class DecisionCost
{
    public const string Command = "cost";
    private const int Requests = 5_000_000;

    private static readonly GatewayPlan[] Plans =
    [
        new("rate") { RequestsPerSecond = 1_000_000, Burst = 1_000 },
        new("rate and concurrency") { RequestsPerSecond = 1_000_000, Burst = 1_000, Concurrency = 10 },
        new("all") { RequestsPerSecond = 1_000_000, Burst = 1_000, Concurrency = 10, RequestsPerDay = 1_000_000_000 },
    ];

    public static void Measure()
    {
        Console.WriteLine("| plan | ns a request | bytes a request |");
        Console.WriteLine("|---|---:|---:|");
        foreach (var plan in Plans)
        {
            Run(plan);
            var (nanoseconds, bytes) = Run(plan);
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"| {plan.Name} | {nanoseconds:0} | {bytes:0} |"));
        }
    }

    private static (double Nanoseconds, double Bytes) Run(GatewayPlan plan)
    {
        var limits = new LocalLimits(new PlanTexts(), TimeProvider.System);
        Caller[] callers = [.. Enumerable.Range(0, Benchmarks.Plan.AllKeys).Select(i => new Caller($"key-{i}", "", plan))];
        var (bytes, start, characters) = (GC.GetAllocatedBytesForCurrentThread(), TimeProvider.System.GetTimestamp(), 0L);
        for (var i = 0; i < Requests; i++)
        {
            var key = limits.Of(callers[i % callers.Length]);
            var decision = key.EnterAsync(default).GetAwaiter().GetResult();
            characters += key.Text.Remaining(decision, TimeProvider.System)?.Length ?? 0;
            if (!decision.IsRefused)
            {
                key.Leave();
            }
        }

        var took = TimeProvider.System.GetElapsedTime(start);
        ArgumentOutOfRangeException.ThrowIfZero(characters);
        return (took.TotalNanoseconds / Requests, (GC.GetAllocatedBytesForCurrentThread() - bytes) / (double)Requests);
    }
}
