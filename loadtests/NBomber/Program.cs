using System.CommandLine;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.NBomber;

const string Project = "loadtests/NBomber";

var engine = NBomberEngine.Create(TimeProvider.System);
var root = new RootCommand($"The load tests on {engine.Name}.") 
{
    TuningCommand.Create(engine, Project, TimeProvider.System),
    ConcurrencyCommand.Create(engine, Project, TimeProvider.System),
};

try
{
    // NBomber takes a few seconds to end an interrupted run; partial results are written after that.
    var invocation = new InvocationConfiguration
    {
        EnableDefaultExceptionHandler = false,
        ProcessTerminationTimeout = TimeSpan.FromSeconds(30),
    };
    return await root.Parse(args).InvokeAsync(invocation);
}
catch (LabException exception)
{
    await Console.Error.WriteLineAsync(exception.Message);
    return 1;
}
