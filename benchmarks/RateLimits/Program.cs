using DroneDelivery.RateLimits.Benchmarks;
using DroneDelivery.Shared.Benchmarks;
using Microsoft.AspNetCore.Server.Kestrel.Core;

if (args is [OwnServer.Command])
{
    var answer = "[]"u8.ToArray();
    await OwnServer.RunAsync(HttpProtocols.Http2, context => OwnServer.AnswerAsync(context, answer));
    return 0;
}

if (args is [DecisionCost.Command])
{
    await DecisionCost.MeasureAsync();
    return 0;
}

var count = args.Length == 2 && int.TryParse(args[1], out var given) ? given : LoadPlan.AllKeys;
var plans = LoadPlan.All.Where(plan => args.Length == 0 || args[0] == plan.Limits).ToArray();
if (plans.Length == 0 || args.Length > 2 || count is < 1 or > LoadPlan.AllKeys)
{
    Console.Error.WriteLine(
        $"Say local, redis, cost, or nothing for the first two; then how many keys, at most {LoadPlan.AllKeys}.");
    return 1;
}

using var keys = await KeyFile.CreateAsync(CancellationToken.None);
using var redis = await RedisProcess.StartAsync();
await using var backend = await OwnServer.StartAsync();
var runs = new List<MeteredRun>();
foreach (var plan in plans.Select(plan => plan with { Keys = count }))
{
    ServerProcess[] gateways = await Task.WhenAll(Enumerable.Range(0, plan.Gateways).Select(_ =>
        LimitingGateway.StartAsync(plan.Limits, backend.Address, keys.Path, redis.Address)));
    Console.Error.WriteLine($"--limits {plan.Limits}, {plan.Gateways} gateway(s)");
    runs.Add(await MeteredRun.MeasureAsync(plan, [.. gateways.Select(gateway => gateway.Address)], keys));
    foreach (var gateway in gateways)
    {
        await gateway.DisposeAsync();
    }
}

Console.WriteLine(ResultTable.Write(runs));
if (!runs.All(run => run.IsWhole))
{
    Console.Error.WriteLine("Not all requests could be made: the machine was too slow for this many keys.");
    return 1;
}

return runs.All(run => run.Odd == 0 && run.Deviations.All(deviation => Math.Abs(deviation) <= 0.01)) ? 0 : 1;
