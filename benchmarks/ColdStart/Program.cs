using System.CommandLine;
using DroneDelivery.ColdStart.Benchmarks;

var rounds = new Option<int>("--rounds") { Description = "How often each service is started.", DefaultValueFactory = _ => 9 };
var warmUp = new Option<int>("--warm-up")
{
    Description = "Seconds of load before services count as warm.",
    DefaultValueFactory = _ => 30,
};
var only = new Option<string>("--only") { Description = "Measures only start or first-second." };
only.AcceptOnlyFromAmong("start", "first-second");

var command = new RootCommand(
    "The time until a service listens and is ready, and the first second of load on services that have just become ready.")
{
    rounds, warmUp, only,
};
command.SetAction(async (line, _) =>
{
    var met = true;
    var which = line.GetValue(only);
    if (which != "first-second")
    {
        await using var system = new SystemUnderTest();
        met &= await StartTimes.MeasureAsync(system, line.GetValue(rounds));
    }

    if (which != "start")
    {
        await using var system = new SystemUnderTest();
        await system.StartDatabaseAsync();
        met &= await FirstSecond.MeasureAsync(system, line.GetValue(rounds), TimeSpan.FromSeconds(line.GetValue(warmUp)));
    }

    return met ? 0 : 1;
});
return await command.Parse(args).InvokeAsync();
