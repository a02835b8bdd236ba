using DroneDelivery.LoadTests.Lab.Exports;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>export</c>: writes a load as files for other load-test tools, or sends the traces of runs.</summary>
internal sealed class ExportCommand
{
    private readonly RequestedLoadOptions _load = new(sends: false);

    private readonly Option<string?> _output = TextOption.Create(
        "--output", "FOLDER", "The folder to write to; created if it is missing. Default: the current folder.", "-o");

    private readonly Option<int> _engines = NumberOption.Create(
        "--engines", $"The engines of Azure, 1 to {AzureDefinition.MaxEngines}, over which the users are divided evenly.",
        1, 1, AzureDefinition.MaxEngines);

    public static Command Create(TimeProvider time) => new ToolCommand(
        "export",
        "Writes a load for k6 or Azure Load Testing, or the schema of scenario files; sends traces of runs by OTLP.")
    {
        new ExportCommand().Build("k6", "Writes a k6 script of the tuning load, or of a load on any address.", K6),
        new ExportCommand().Build(
            "azure", "Writes the tuning load as a test of Azure Load Testing: YAML, a JMeter plan, and its data.", Azure),
        ExportOtlpCommand.Create(time),
        Schema(),
    };

    private static ToolCommand Schema()
    {
        var command = new ToolCommand(
            "scenario-schema", $"Prints the JSON schema of scenario files, for editors. {ExitCode.Help()}");
        command.SetAction(arguments => arguments.InvocationConfiguration.Output.Write(HttpOptions.WriteSchema()));
        return command;
    }

    private ToolCommand Build(string name, string description, Func<ExportCommand, CommandResult, Exported> export)
    {
        var command = new ToolCommand(name, $"{description} {ExitCode.Help()}") { _output };
        if (export == Azure)
        {
            command.Add(_engines);
        }

        _load.AddTo(command);
        _load.Request.Words.Description = "tuning, or for k6 also [METHOD] URL.";
        _load.Request.Words.HelpName = "tuning|URL";
        command.Run(line => export(this, line), (exported, arguments, _) =>
            WriteAsync(arguments.GetValue(_output) ?? ".", exported, arguments.InvocationConfiguration));
        return command;
    }

    private static Exported K6(ExportCommand options, CommandResult result)
    {
        var (load, request) = options._load.Names(result, TuningLab.Name)
            ? (options.Tuning(result), TuningExport.Request())
            : options.Any(result);
        var script = new ExportedFile($"{load.Name}.js", K6Script.Write(load, request));
        return new Exported(
            request is FixedRequest { Body: { NeedsFile: true } body } ? [script, body.ToFile(load.Name)] : [script], Notes: []);
    }

    private static Exported Azure(ExportCommand options, CommandResult result)
    {
        if (!options._load.Names(result, TuningLab.Name))
        {
            throw new FormatException("export azure takes tuning; export k6 takes any address.");
        }

        var (load, request) = (options.Tuning(result), TuningExport.Request());
        var engines = AzureDefinition.CheckEngines(result.GetValue(options._engines), load.Profile.MaxUsers);
        IReadOnlyList<string> notes = [.. AzureNotes.ForLoad(load, request, engines)];
        return new Exported(
            [
                new ExportedFile($"{load.Name}.yaml", AzureDefinition.Write(load, engines, notes)),
                new ExportedFile($"{load.Name}.jmx", JMeterPlan.Write(load, request, engines)),
                new ExportedFile($"{load.Name}.csv", TuningExport.Drawn(request, load.Seed)),
            ],
            notes);
    }

    private ExportedUsers Tuning(CommandResult result)
    {
        var (duration, thresholds) = _load.ReadPredefined(result, TuningLab.Name);
        return TuningExport.Load(duration, thresholds);
    }

    private (ExportedLoad Load, ExportedRequest Request) Any(CommandResult result)
    {
        var request = _load.Request.Read(result).Prepare();
        var (shape, thresholds) = _load.Read(result);
        return (
            ExportedLoad.FromProfile(shape.Load, thresholds),
            new FixedRequest(request.Method.Method, request.Uri, request.Headers, new K6Body(request.Body)));
    }

    private static async Task<int> WriteAsync(string folder, Exported exported, InvocationConfiguration console)
    {
        foreach (var file in exported.Files)
        {
            var path = Path.Combine(folder, file.Name);
            OutputFile.Write(path, file.Content);
            await console.Output.WriteLineAsync(path);
        }

        foreach (var note in exported.Notes)
        {
            await console.Error.WriteLineAsync($"Note: {note}");
        }

        return ExitCode.Done;
    }

    /// <param name="Notes">The differences of the load in the other tool, one line each.</param>
    private sealed record Exported(IReadOnlyList<ExportedFile> Files, IReadOnlyList<string> Notes);
}
