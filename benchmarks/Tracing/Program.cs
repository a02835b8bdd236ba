using DroneDelivery.Tracing.Benchmarks;

await using var world = await StubWorld.StartAsync();
var costs = new List<Cost>();
for (var set = 0; set < Plan.Sets; set++)
{
    Console.Error.WriteLine($"Set {set + 1} of {Plan.Sets}");
    costs.AddRange(await Measurement.MeasureSetAsync(set, world));
}

Console.WriteLine(ResultTable.Write(costs));
