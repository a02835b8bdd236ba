using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.AdviceMatrix;
using DroneDelivery.LoadTests.Lab.Caching;
using DroneDelivery.LoadTests.Lab.Comparisons;
using DroneDelivery.LoadTests.Lab.Concurrency;
using DroneDelivery.LoadTests.Lab.GatewayCost;
using DroneDelivery.LoadTests.Lab.Overload;
using DroneDelivery.LoadTests.Lab.Partitions;
using DroneDelivery.LoadTests.Lab.Reports;
using DroneDelivery.LoadTests.Lab.Soak;
using DroneDelivery.LoadTests.Lab.Tuning;

var engine = LoadEngine.BuiltIn(TimeProvider.System);
var root = new RootCommand("Runs load tests on the drone delivery system, on this machine, and explains what they show.")
{
    TuningCommand.Create(engine, TimeProvider.System),
    RunCommand.Create(engine, TimeProvider.System),
    ConcurrencyCommand.Create(engine, TimeProvider.System),
    PartitionsCommand.Create(engine, TimeProvider.System),
    ReportCommand.Create(),
    QueryCommand.Create(TimeProvider.System),
    CompareCommand.Create(engine, TimeProvider.System),
    CapacityCommand.Create(TimeProvider.System),
    GatewayCostCommand.Create(TimeProvider.System),
    CachingCommand.Create(engine, TimeProvider.System),
    SoakCommand.Create(TimeProvider.System),
    OverloadCommand.Create(TimeProvider.System),
    SeedCommand.Create(TimeProvider.System),
    UpCommand.Create(TimeProvider.System),
    ExplainCommand.Create(engine, TimeProvider.System),
    HttpCommand.Create(TimeProvider.System),
    MergeCommand.Create(),
    ExportCommand.Create(TimeProvider.System),
    DoctorCommand.Create(TimeProvider.System),
    AdviceMatrixCommand.Create(engine, TimeProvider.System),
    UseCpuCommand.Create(TimeProvider.System),
};

return await LabProgram.RunAsync(root, args);
