using System.CommandLine;
using DroneDelivery.LoadTests.Insight.GatewayCost;
using DroneDelivery.LoadTests.Lab.Folders;
using DroneDelivery.LoadTests.Lab.GatewayCost;
using DroneDelivery.LoadTests.Lab.Options;
using DroneDelivery.LoadTests.Lab.Progress;
using Spectre.Console;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>gateway-cost</c>: what the gateway and each of its features cost.</summary>
internal sealed class GatewayCostCommand
{
    private const string Name = "gateway-cost";
    private const string RecordFile = "gateway-cost.json";

    private static readonly string[] Names = [.. CostTargets.All.Select(target => target.Name)];

    private readonly ListOption _only = new("--only", "What is measured", Names, Names);

    private readonly Option<int> _rounds = new("--rounds")
    {
        Description = "Every target is measured once a round.",
        DefaultValueFactory = _ => 3,
    };

    private readonly Option<double> _seconds = NumberOption.Of("--seconds", "Seconds of each measurement.", 4, 1, 600);
    private readonly Option<double> _warmUp = NumberOption.Of(
        "--warm-up", "Seconds of load before the first round, at most: it ends when requests stop becoming cheaper.", 60, 1, 600);

    private readonly Option<double> _rate = NumberOption.Of("--rate", "Requests per second of the open loop.", 5_000, 1, 100_000);
    private readonly Option<string> _runs = SystemOptions.Runs("The folder that a folder for the results is made in.");
    private readonly Option<FileInfo?> _json = new("--json") { Description = "Also writes every figure to this file." };

    private GatewayCostCommand() => _rounds.Validators.Add(NumberOption.Range(1, 100));

    public static Command Create(string project, TimeProvider time)
    {
        var options = new GatewayCostCommand();
        var command = new ToolCommand(
            Name,
            "Measures one small backend directly, behind nginx where it is installed, behind bare YARP, and behind the gateway "
            + "with each of its features: at saturation, and at a fixed rate below it. About a quarter of an hour. "
            + ExitCode.Help())
        {
            options._only, options._rounds, options._seconds, options._warmUp, options._rate, options._runs, options._json,
        };
        command.SetAction((arguments, token) => options.RunAsync(arguments, project, time, token));
        return command;
    }

    private async Task<int> RunAsync(
        ParseResult arguments, string project, TimeProvider time, CancellationToken cancellationToken)
    {
        var progress = new LabProgress(AnsiConsole.Console, time);
        progress.WarnOfDebugBuild();
        var folder = SessionFolder.PathOf(arguments.GetRequiredValue(_runs), Name, time);
        SessionFolder.Make(folder);
        OutputFile.Prepare(arguments.GetValue(_json));
        var record = await new CostRun(Read(arguments, project), progress.Say, time).RunAsync(folder, cancellationToken);
        progress.Say("");
        progress.Say(CostText.Plain(record));
        foreach (var file in (FileInfo?[])[new(Path.Combine(folder, RecordFile)), arguments.GetValue(_json)])
        {
            OutputFile.Write(file, stream => CostJson.Write(stream, record), $"The run is in {folder}.");
        }

        progress.Say($"Figures: {Path.Combine(folder, RecordFile)}");
        return record.Interrupted ? ExitCode.Interrupted : ExitCode.Done;
    }

    private CostRequest Read(ParseResult arguments, string project) => new(
        CostTargets.Choose(_only.Read(arguments)),
        arguments.GetValue(_rounds),
        TimeSpan.FromSeconds(arguments.GetValue(_seconds)),
        TimeSpan.FromSeconds(arguments.GetValue(_warmUp)),
        arguments.GetValue(_rate),
        CommandLine.Of(project, arguments));
}
