using System.CommandLine;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Concurrency;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Tuning;
using DroneDelivery.LoadTests.NBomber;

var engine = NBomberEngine.Create(TimeProvider.System);
var comparedWith = LoadEngine.BuiltIn(TimeProvider.System);
var root = new RootCommand($"The load tests on {engine.Name}.")
{
    TuningCommand.Create(engine, TimeProvider.System, comparedWith),
    RunCommand.Create(engine, TimeProvider.System, comparedWith),
    EngineHttpCommand.Create(engine, TimeProvider.System, comparedWith),
    ConcurrencyCommand.Create(engine, TimeProvider.System, comparedWith),
};
foreach (var refused in NotOnNBomber.Commands())
{
    root.Subcommands.Add(refused);
}

return await LabProgram.RunAsync(root, args);
