using System.CommandLine;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.NBomber;

const string Project = "loadtests/NBomber";

var engine = NBomberEngine.Create(TimeProvider.System);
var beside = LoadEngine.BuiltIn(TimeProvider.System);
var root = new RootCommand($"The load tests on {engine.Name}.")
{
    TuningCommand.Create(engine, Project, TimeProvider.System, beside),
    RunCommand.Create(engine, Project, TimeProvider.System, beside),
    EngineHttpCommand.Create(engine, Project, TimeProvider.System, beside),
    ConcurrencyCommand.Create(engine, Project, TimeProvider.System, beside),
};
foreach (var refused in NotOnNBomber.Commands())
{
    root.Subcommands.Add(refused);
}

return await LabProgram.RunAsync(root, args);
