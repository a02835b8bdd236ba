using System.CommandLine;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Load;

const string Project = "loadtests/Lab";

var engine = LoadEngine.BuiltIn(TimeProvider.System);
var root = new RootCommand("Runs load tests on the drone delivery system, on this machine, and explains what they show.")
{
    TuningCommand.Create(engine, Project, TimeProvider.System),
    RunCommand.Create(engine, Project, TimeProvider.System),
    ConcurrencyCommand.Create(engine, Project, TimeProvider.System),
    ReportCommand.Create(),
    QueryCommand.Create(),
    CompareCommand.Create(engine, Project, TimeProvider.System),
    CapacityCommand.Create(Project, TimeProvider.System),
    SoakCommand.Create(Project, TimeProvider.System),
    SeedCommand.Create(TimeProvider.System),
    UpCommand.Create(TimeProvider.System),
    ExplainCommand.Create(engine, Project, TimeProvider.System),
    HttpCommand.Create(TimeProvider.System),
    MergeCommand.Create(),
    ExportCommand.Create(),
    DoctorCommand.Create(TimeProvider.System),
};

try
{
    // Time for partial results to be written after Ctrl+C.
    var invocation = new InvocationConfiguration
    {
        EnableDefaultExceptionHandler = false,
        ProcessTerminationTimeout = TimeSpan.FromSeconds(30),
    };
    return await ToolCommand.InvokeAsync(root.Parse(args), invocation);
}
catch (OperationCanceledException)
{
    await Console.Error.WriteLineAsync("Interrupted.");
    return ExitCode.Interrupted;
}
catch (LabException exception)
{
    await Console.Error.WriteLineAsync(exception.Message);
    return ExitCode.CouldNotBeDone;
}
