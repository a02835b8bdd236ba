using DroneDelivery.LoadTests.Lab.AdviceMatrix;
using DroneDelivery.LoadTests.Lab.Caching;
using DroneDelivery.LoadTests.Lab.CallRecording;
using DroneDelivery.LoadTests.Lab.Comparisons;
using DroneDelivery.LoadTests.Lab.Concurrency;
using DroneDelivery.LoadTests.Lab.GatewayCost;
using DroneDelivery.LoadTests.Lab.Import;
using DroneDelivery.LoadTests.Lab.Overload;
using DroneDelivery.LoadTests.Lab.Partitions;
using DroneDelivery.LoadTests.Lab.Reports;
using DroneDelivery.LoadTests.Lab.ScaleOut;
using DroneDelivery.LoadTests.Lab.Soak;
using DroneDelivery.LoadTests.Lab.Tuning;

namespace DroneDelivery.LoadTests.Lab;

/// <summary>All commands of the program <c>lab</c>.</summary>
internal static class LabCommands
{
    public static RootCommand Create(LoadEngine engine, TimeProvider time) =>
        new("Runs load tests on HTTP services and on the drone delivery system, and explains what they show.")
        {
            TuningCommand.Create(engine, time),
            RunCommand.Create(engine, time),
            ConcurrencyCommand.Create(engine, time),
            PartitionsCommand.Create(engine, time),
            ReportCommand.Create(),
            QueryCommand.Create(time),
            CompareCommand.Create(engine, time),
            CapacityCommand.Create(time),
            GatewayCostCommand.Create(time),
            CachingCommand.Create(engine, time),
            SoakCommand.Create(time),
            OverloadCommand.Create(time),
            ScaleOutCommand.Create(time),
            SeedCommand.Create(time),
            UpCommand.Create(time),
            ExplainCommand.Create(engine, time),
            HttpCommand.Create(time),
            RecordCommand.Create(time),
            MergeCommand.Create(),
            ImportCommand.Create(time),
            ExportCommand.Create(time),
            DoctorCommand.Create(time),
            AdviceMatrixCommand.Create(engine, time),
            UseCpuCommand.Create(time),
        };
}
