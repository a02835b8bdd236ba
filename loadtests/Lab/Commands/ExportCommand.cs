using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text;
using DroneDelivery.LoadTests.Engine.Thresholds;
using DroneDelivery.LoadTests.Lab.Exports;
using DroneDelivery.LoadTests.Lab.Http;
using DroneDelivery.LoadTests.Lab.Options;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>export</c>: a load as other tools run it.</summary>
internal sealed class ExportCommand
{
    private readonly RequestOptions _request = new();
    private readonly ShapeOptions _shape = new();
    private readonly Option<string[]> _thresholds = TextOption.Repeated(
        "--threshold", "THRESHOLD", "What the run must reach, as in lab http.", "-t");

    private readonly Option<string> _output = new("--output", "-o")
    {
        Description = "The folder to write to. Default: this one.",
        DefaultValueFactory = _ => ".",
        HelpName = "FOLDER",
    };

    private ExportCommand()
    {
    }

    public static Command Create() => new ToolCommand("export", "Writes a load as a script for k6, or as a test of Azure Load Testing.")
    {
        new ExportCommand().Build("k6", "Writes a k6 script of the tuning load, or of a load on any address.", K6),
        new ExportCommand().Build(
            "azure", "Writes the tuning load as a test of Azure Load Testing: YAML, a JMeter plan, and its data.", Azure),
    };

    private ToolCommand Build(string name, string description, Func<ExportCommand, CommandResult, IReadOnlyList<ExportedFile>> export)
    {
        var command = new ToolCommand(name, $"{description} {ExitCode.Help()}") { _thresholds, _output };
        _request.AddTo(command, sends: false);
        command.Arguments[0].Description = "tuning, or for k6 also [METHOD] URL.";
        command.Arguments[0].HelpName = "tuning|URL";
        _shape.AddTo(command);
        command.RefuseWrongUsage(result =>
        {
            result.RequireValues();
            _ = export(this, result);
        });
        command.SetAction(arguments => Write(
            arguments.GetRequiredValue(_output), export(this, arguments.CommandResult), arguments.InvocationConfiguration.Output));
        return command;
    }

    private static IReadOnlyList<ExportedFile> K6(ExportCommand options, CommandResult result)
    {
        var (load, request) = options.IsTuning(result)
            ? (options.Tuning(result), TuningExport.Request())
            : options.Any(result);
        return [new ExportedFile($"{load.Name}.js", K6Script.Write(load, request))];
    }

    private static IReadOnlyList<ExportedFile> Azure(ExportCommand options, CommandResult result)
    {
        if (!options.IsTuning(result))
        {
            throw new FormatException("export azure takes tuning; export k6 takes any address.");
        }

        var (load, request) = (options.Tuning(result), TuningExport.Request());
        return
        [
            new ExportedFile($"{load.Name}.yaml", AzureDefinition.Write(load)),
            new ExportedFile($"{load.Name}.jmx", JMeterPlan.Write(load, request)),
            new ExportedFile($"{load.Name}.csv", TuningExport.Drawn(request, load.Seed)),
        ];
    }

    private bool IsTuning(CommandResult result) => _request.Words(result) is [TuningLab.Name];

    private ExportedUsers Tuning(CommandResult result) =>
        TuningExport.Load(_shape.ReadDurationOnly(result, TuningLab.Name), Thresholds(result));

    private (ExportedLoad Load, ExportedRequest Request) Any(CommandResult result)
    {
        var request = _request.Read(result, sends: false);
        var body = request.Body.IsEmpty ? null : Encoding.UTF8.GetString(request.Body.Span);
        return (
            ShapeExport.Of(_shape.Read(result), Thresholds(result)),
            new FixedRequest(request.Method.Method, request.Uri, request.Headers, body));
    }

    private IReadOnlyList<Threshold> Thresholds(CommandResult result) => [.. (result.GetValue(_thresholds) ?? []).Select(Threshold.Parse)];

    private static int Write(string folder, IReadOnlyList<ExportedFile> files, TextWriter output)
    {
        try
        {
            Directory.CreateDirectory(folder);
            foreach (var file in files)
            {
                var path = Path.Combine(folder, file.Name);
                File.WriteAllText(path, file.Text);
                output.WriteLine(path);
            }

            return ExitCode.Done;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException($"The export cannot be written: {exception.Message}", exception);
        }
    }

    private sealed record ExportedFile(string Name, string Text);
}
