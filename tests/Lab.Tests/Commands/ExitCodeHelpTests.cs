using System.CommandLine;
using DroneDelivery.LoadTests.Lab.CallRecording;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Comparisons;
using DroneDelivery.LoadTests.Lab.GatewayCost;
using DroneDelivery.LoadTests.Lab.Import;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Reports;
using DroneDelivery.LoadTests.Lab.Tuning;

namespace DroneDelivery.Lab.Tests.Commands;

/// <summary>What the help of each command says that it can end with.</summary>
public sealed class ExitCodeHelpTests
{
    private const string Usual = "0 done, 1 it could not be done, 2 wrong command line, 130 Ctrl+C.";

    public static TheoryData<Command, string> Commands { get; } = new()
    {
        { HttpCommand.Create(TimeProvider.System), "0 done, 1 it could not be done, 2 wrong command line, 3 a threshold was missed, 130 Ctrl+C." },
        { TuningCommand.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System), Usual },
        { QueryCommand.Create(TimeProvider.System), Usual },
        {
            CompareCommand.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System),
            "0 done, 1 it could not be done, 2 wrong command line, 3 a --fail-if condition failed, 130 Ctrl+C."
        },
        {
            ExplainCommand.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System),
            "0 done, 1 it could not be done, 2 wrong command line, 3 with --prove: more than 15 % off, 4 with --prove: no flag to try, 130 Ctrl+C."
        },
        { UpCommand.Create(TimeProvider.System), "0 stopped by it, 1 it could not be done, 2 wrong command line." },
        {
            RecordCommand.Create(TimeProvider.System),
            "0 stopped by it, 1 it could not be done, 2 wrong command line."
        },
        { GatewayCostCommand.Create(TimeProvider.System), Usual },
        { MergeCommand.Create(), Usual },
        { ReportCommand.Create(), Usual },
        { ImportCommand.Create(TimeProvider.System), Usual },
        { ExportCommand.Create(TimeProvider.System).Subcommands[0], Usual },
        { ExportCommand.Create(TimeProvider.System).Subcommands[1], Usual },
        { ExportCommand.Create(TimeProvider.System).Subcommands[2], Usual },
        { ExportCommand.Create(TimeProvider.System).Subcommands[3], Usual },
        { DoctorCommand.Create(TimeProvider.System), "0 nothing found, 1 something would spoil a run, 2 wrong command line, 130 Ctrl+C." },
    };

    [Theory]
    [MemberData(nameof(Commands), DisableDiscoveryEnumeration = true)]
    public void Help_OfACommand_NamesItsOwnExitCodesOnly(Command command, string codes) =>
        Assert.Contains($" Exit codes: {codes}", command.Description, StringComparison.Ordinal);
}
