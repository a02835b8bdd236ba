using System.CommandLine;
using DroneDelivery.ColdStart.Benchmarks;
using DroneDelivery.Refusals.Benchmarks;

var pairs = new Option<int>("--pairs")
{
    Description = "Requests for what exists, and as many for what does not, on each route.",
    DefaultValueFactory = _ => 1_000,
};
pairs.Validators.Add(result =>
{
    if (result.GetValueOrDefault<int>() < 1)
    {
        result.AddError("--pairs must be 1 or more.");
    }
});
var command = new RootCommand("Compares how long it takes to refuse data of another owner and data that does not exist.") { pairs };
command.SetAction(async (line, _) =>
{
    await using var system = new SystemUnderTest();
    await system.StartDatabaseAsync();
    return await RefusalTimes.MeasureAsync(system, line.GetValue(pairs)) ? 0 : 1;
});
return await command.Parse(args).InvokeAsync();
