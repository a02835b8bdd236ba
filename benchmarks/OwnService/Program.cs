using System.CommandLine;
using DroneDelivery.OwnService.Benchmarks;
using DroneDelivery.Shared.Benchmarks;

var systems = new Option<string>("--system") { Description = "Only this system.", HelpName = "dotnet|node" };
systems.AcceptOnlyFromAmong([.. SampleSystem.All.Select(system => system.Name)]);
var fault = new Option<string>("--fault") { Description = "Only this fault, or none." };
fault.AcceptOnlyFromAmong([.. SampleSystem.Faults, SampleSystem.NoFault]);
var repeats = new Option<int>("--repeats") { Description = "Runs of each fault.", DefaultValueFactory = _ => 3 };
var healthy = new Option<int>("--healthy") { Description = "Runs without a fault.", DefaultValueFactory = _ => 6 };
var seconds = new Option<int>("--seconds") { Description = "Seconds of load of each run.", DefaultValueFactory = _ => 20 };
var runs = new Option<string>("--runs")
{
    Description = "The folder for the run folders.",
    DefaultValueFactory = _ => Path.Combine("runs", "own-service"),
};

var command = new RootCommand(
    "Puts load on two sample systems with planted faults, as a user of the lab would, and compares explain's findings with the "
    + "faults. Exit code 1: fewer than nine runs in ten are right, or a wrong cause is certain.")
{
    systems, fault, repeats, healthy, seconds, runs,
};
command.SetAction(async (line, token) =>
{
    var lab = new LabProcess(
        ServerProcess.FindProgram("lab"), Path.GetFullPath(line.GetValue(runs)!), TimeSpan.FromSeconds(line.GetValue(seconds)));
    var results = new List<FaultRun>();
    foreach (var system in SampleSystem.All.Where(each => (line.GetValue(systems) ?? each.Name) == each.Name))
    {
        await system.PrepareAsync();
        foreach (var planted in SampleSystem.Planned(line.GetValue(fault), line.GetValue(repeats), line.GetValue(healthy)))
        {
            results.Add(await FaultRun.MeasureAsync(system, planted, lab, token));
            Console.WriteLine(results[^1]);
        }
    }

    return Summary.Print(results) ? 0 : 1;
});
return await command.Parse(args).InvokeAsync();
