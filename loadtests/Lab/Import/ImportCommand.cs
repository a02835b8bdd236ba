namespace DroneDelivery.LoadTests.Lab.Import;

/// <summary><c>import</c>: makes a run folder from the measurements of other programs.</summary>
internal sealed class ImportCommand(TimeProvider time)
{
    private readonly Argument<string[]> _files = new("FILES")
    {
        Description = "The files of one measurement: results of a load generator, traces and metrics of the services, or both.",
        Arity = ArgumentArity.OneOrMore,
    };

    private readonly Option<string?> _format = TextOption
        .Create("--format", "NAME", $"The format of all files: {FormatNames}. Default: by their content.")
        .AllowOnly(ImportFormat.All.Select(format => format.Name));

    private readonly Option<string?> _name = TextOption.Create(
        "--name", "NAME", "The name of the run. Runs that are compared as repeats need the same name. Default: the format.");

    private readonly Option<string> _runs = SystemOptions.Runs("The folder in which the run folder is created.");

    public static Command Create(TimeProvider time)
    {
        var options = new ImportCommand(time);
        return new ToolCommand(
            Importer.Name,
            "Makes a run folder from measurements of other programs, for report, query, explain and compare. "
            + $"docs/import.md lists what each format has. {ExitCode.Help()}")
        {
            options._files, options._format, options._name, options._runs,
        }.Run(options.Read, options.RunAsync);
    }

    private static string FormatNames => string.Join(", ", ImportFormat.All.Select(format => format.Name));

    private ImportRequest Read(CommandResult result)
    {
        var files = result.GetValue(_files) ?? [];
        if (files.FirstOrDefault(file => !File.Exists(file)) is { } missing)
        {
            throw new FormatException($"There is no file {missing}.");
        }

        InputFile.RefuseSame(files);
        var (format, name) = (result.GetValue(_format), result.GetValue(_name));
        if (name is not null && name.AsSpan().ContainsAny(Path.GetInvalidFileNameChars()))
        {
            throw new FormatException($"--name takes the name of a folder; it is '{name}'.");
        }

        string[] words =
        [
            Importer.Name, .. files.Select(file => Path.GetFileName(file)),
            .. format is null ? [] : new[] { _format.Name, format }, .. name is null ? [] : new[] { _name.Name, name },
        ];
        return new ImportRequest(
            files, ImportFormat.All.FirstOrDefault(each => each.Name == format), name, result.GetRequiredValue(_runs),
            CommandLine.FromWords(words));
    }

    private async Task<int> RunAsync(ImportRequest request, ParseResult arguments, CancellationToken cancellationToken)
    {
        var output = arguments.InvocationConfiguration.Output;
        var importer = new Importer(request, output.WriteLine, time);
        var outcome = await Task.Run(() => importer.RunAsync(cancellationToken), cancellationToken);
        foreach (var line in outcome.Lines())
        {
            output.WriteLine(line);
        }

        return ExitCode.Done;
    }
}
