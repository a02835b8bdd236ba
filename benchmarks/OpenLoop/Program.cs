using DroneDelivery.OpenLoop.Benchmarks;
using DroneDelivery.Shared.Benchmarks;

if (args is [OwnServer.Command])
{
    await TrivialServer.RunAsync();
    return;
}

if (args is ["cost"])
{
    Console.WriteLine(ResultTable.Write(await EngineCost.MeasureAsync()));
    return;
}

await using var server = await OwnServer.StartAsync();
var paced = new List<PacedRun>();
foreach (var plan in Plan.Paced)
{
    paced.Add(await PacedRun.MeasureAsync(plan, server.Address));
    Console.Error.WriteLine(ResultTable.Row(paced[^1]));
}

Console.WriteLine(ResultTable.Write(paced));
Console.WriteLine(ResultTable.Write(await OverloadRun.MeasureAsync(new Uri(server.Address, TrivialServer.NeverPath))));
