namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>The common steps of all labs: folder, warnings, progress, the study in all formats, and the exit code.</summary>
/// <param name="lab">The lab's name, which is part of the folder's name.</param>
/// <param name="exitCodes">Those that only this lab has: see <see cref="ExitCode.Help"/>.</param>
internal sealed class StudyRunner(string lab, TimeProvider time, params IReadOnlyList<(int Code, string Meaning)> exitCodes)
{
    public const string ReportFile = RunPages.Report;
    public const string MarkdownFile = "report.md";
    public const string JsonFile = "study.json";

    private readonly Option<string> _runs = SystemOptions.Runs("The folder in which a folder for the results is created.");

    private readonly StudyOutputOptions _output = new();

    /// <summary>The name of the command; null for that of the lab.</summary>
    public string? CommandName { get; init; }

    /// <summary>The command of the lab, with the options that say where the results go.</summary>
    /// <param name="own">The lab's own arguments and options.</param>
    public ToolCommand CreateCommand(string description, params IReadOnlyList<Symbol> own)
    {
        var command = new ToolCommand(CommandName ?? lab, $"{description} {ExitCode.Help(exitCodes)}");
        own.OfType<Argument>().ToList().ForEach(command.Arguments.Add);
        own.OfType<Option>().Concat([_runs, .. _output.All]).ToList().ForEach(command.Options.Add);
        return command;
    }

    public LabProgress Progress(ParseResult arguments) => _output.Progress(arguments, time);

    /// <summary>Measures, then prints and writes the study, also after Ctrl+C or a failure.</summary>
    /// <param name="measure">Returns null if Ctrl+C came before the first result.</param>
    /// <param name="prepare">Runs before the folder is created, and throws so that none is.</param>
    /// <exception cref="LabException">The lab ended early or a file cannot be written; the message says what is kept.</exception>
    public async Task<int> RunAsync(
        ParseResult arguments, Func<LabSession, Task<Study?>> measure, Func<LabSession, Task>? prepare = null)
    {
        var session = new LabSession(SessionFolder.PathOf(arguments.GetRequiredValue(_runs), lab, time), Progress(arguments));
        var output = _output.Read(arguments);
        session.Progress.WarnOfDebugBuild();
        OutputFile.Prepare(output.Json);
        OutputFile.Prepare(output.Markdown);
        await (prepare?.Invoke(session) ?? Task.CompletedTask);
        SessionFolder.Make(session.Folder);
        if (await measure(session) is not { } study)
        {
            session.Say("Interrupted before there were results to show.");
            return ExitCode.Interrupted;
        }

        await ShowAsync(study, session.Folder, Path.Combine(session.Folder, ReportFile), output);
        return study.Envelope switch
        {
            { Failure: { } failure } => throw new LabException($"{failure} {Kept(session.Folder)}"),
            { Interrupted: true } => ExitCode.Interrupted,
            _ => ExitCode.Done,
        };
    }

    /// <summary><see cref="RunAsync"/> for a lab without run folders: it writes <c>{lab}.json</c> into its folder.</summary>
    public Task<int> RecordAsync<T>(ParseResult arguments, Func<LabSession, Task<T>> measure, Func<T, Study> build) =>
        RunAsync(arguments, async session =>
        {
            var record = await measure(session);
            var path = RecordFile.PathIn(session.Folder, lab);
            await OutputFile.MakeAsync(path, () => RecordFile.WriteAsync(record, path, CancellationToken.None));
            return build(record);
        });

    /// <summary>Prints a study of runs that have folders of their own, and writes it to the files of the command line.</summary>
    /// <exception cref="LabException">A file cannot be written, or nothing can be printed.</exception>
    public Task ShowAsync(Study study, ParseResult arguments) =>
        ShowAsync(study, folder: null, report: null, _output.Read(arguments));

    /// <summary>Prints the study, and writes its HTML pages and its other files, also if it cannot be printed.</summary>
    /// <param name="folder">The folder for Markdown and JSON, and that of the runs; null for none.</param>
    /// <param name="report">The HTML page; null for none.</param>
    /// <exception cref="LabException">A file cannot be written, or nothing can be printed.</exception>
    public static async Task ShowAsync(Study study, string? folder, string? report, StudyOutput output)
    {
        IOException? fault = null;
        await SayAsync(output.Printed, output.Render(study));
        if (report is not null)
        {
            await OutputFile.MakeAsync(report, () => StudyHtml.WriteAsync(study, report, CancellationToken.None), Kept(folder));
        }

        if (folder is not null)
        {
            WriteFiles(study, new(Path.Combine(folder, JsonFile)), new(Path.Combine(folder, MarkdownFile)), folder);
        }

        WriteFiles(study, output.Json, output.Markdown, folder);
        (string? Name, string? Path)[] places =
            [("Runs:  ", folder), ("Report:", report), .. study.Pages.Select(page => (page.Name, page.Path))];
        foreach (var (name, path) in places.Where(place => place is { Name: not null, Path: not null }))
        {
            await SayAsync(output.Paths, $"{name} {path}");
        }

        if (fault is not null)
        {
            throw new LabException($"The results cannot be printed: {fault.Message}. {Kept(folder)}", fault);
        }

        async Task SayAsync(TextWriter writer, string text)
        {
            try
            {
                await writer.WriteLineAsync(text);
            }
            catch (IOException exception)
            {
                // The terminal was closed, or the disk of a redirected output is full.
                fault ??= exception;
            }
        }
    }

    private static string Kept(string? folder) => folder is null ? "" : $"The runs are in {folder}.";

    /// <param name="json">Null for none, like <paramref name="markdown"/>.</param>
    private static void WriteFiles(Study study, FileInfo? json, FileInfo? markdown, string? folder)
    {
        OutputFile.Write(json, stream => StudyJson.Write(stream, study, folder), Kept(folder));
        OutputFile.Write(
            markdown, stream => stream.Write(Encoding.UTF8.GetBytes(StudyMarkdown.Render(study, folder))), Kept(folder));
    }
}
