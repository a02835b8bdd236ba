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

    private readonly Option<FileInfo?> _json =
        new("--json") { Description = "Also writes the study to this file, as JSON; of tuning and run the rows of its figures." };

    private readonly Option<FileInfo?> _markdown =
        new("--markdown") { Description = "Also writes the study to this file, as Markdown." };

    /// <summary>The name of the command; null for that of the lab.</summary>
    public string? CommandName { get; init; }

    /// <summary>The command of the lab, with the options that say where the results go.</summary>
    /// <param name="own">The lab's own arguments and options.</param>
    public ToolCommand CreateCommand(string description, params IReadOnlyList<Symbol> own)
    {
        var command = new ToolCommand(CommandName ?? lab, $"{description} {ExitCode.Help(exitCodes)}");
        own.OfType<Argument>().ToList().ForEach(command.Arguments.Add);
        own.OfType<Option>().Concat([_runs, _json, _markdown]).ToList().ForEach(command.Options.Add);
        return command;
    }

    /// <summary>Measures, then prints and writes the study, also after Ctrl+C or a failure.</summary>
    /// <param name="measure">Returns null if Ctrl+C came before the first result.</param>
    /// <param name="prepare">Runs before the folder is created, and throws so that none is.</param>
    /// <exception cref="LabException">The lab ended early or a file cannot be written; the message says what is kept.</exception>
    public async Task<int> RunAsync(
        ParseResult arguments, Func<LabSession, Task<Study?>> measure, Func<LabSession, Task>? prepare = null)
    {
        var session = new LabSession(
            SessionFolder.PathOf(arguments.GetRequiredValue(_runs), lab, time), new LabProgress(AnsiConsole.Console, time));
        session.Progress.WarnOfDebugBuild();
        OutputFile.Prepare(arguments.GetValue(_json));
        OutputFile.Prepare(arguments.GetValue(_markdown));
        await (prepare?.Invoke(session) ?? Task.CompletedTask);
        SessionFolder.Make(session.Folder);
        if (await measure(session) is not { } study)
        {
            session.Say("Interrupted before there were results to show.");
            return ExitCode.Interrupted;
        }

        await ShowAsync(study, arguments, session.Folder);
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

    /// <summary>Prints the study, and writes it into the folder and to the files of the command line.</summary>
    /// <param name="folder">Null for none.</param>
    /// <exception cref="LabException">A file cannot be written, or nothing can be printed.</exception>
    public Task ShowAsync(Study study, ParseResult arguments, string? folder = null) => ShowAsync(
        study, folder, folder is null ? null : Path.Combine(folder, ReportFile), arguments.InvocationConfiguration.Output,
        arguments.GetValue(_json), arguments.GetValue(_markdown));

    /// <summary>Prints the study, and writes its HTML pages and its other files, also if it cannot be printed.</summary>
    /// <param name="folder">The folder for Markdown and JSON, and that of the runs; null for none.</param>
    /// <param name="report">The HTML page; null for none.</param>
    /// <param name="json">A further file; null for none, like <paramref name="markdown"/>.</param>
    /// <exception cref="LabException">A file cannot be written, or nothing can be printed.</exception>
    public static async Task ShowAsync(
        Study study, string? folder, string? report, TextWriter output, FileInfo? json = null, FileInfo? markdown = null)
    {
        IOException? fault = null;
        await SayAsync(StudyText.Render(study));
        if (report is not null)
        {
            await OutputFile.MakeAsync(report, () => StudyHtml.WriteAsync(study, report, CancellationToken.None), Kept(folder));
        }

        if (folder is not null)
        {
            WriteFiles(study, new(Path.Combine(folder, JsonFile)), new(Path.Combine(folder, MarkdownFile)), Kept(folder));
        }

        WriteFiles(study, json, markdown, Kept(folder));
        (string? Name, string? Path)[] places =
            [("Runs:  ", folder), ("Report:", report), .. study.Pages.Select(page => (page.Name, page.Path))];
        foreach (var (name, path) in places.Where(place => place is { Name: not null, Path: not null }))
        {
            await SayAsync($"{name} {path}");
        }

        if (fault is not null)
        {
            throw new LabException($"The results cannot be printed: {fault.Message}. {Kept(folder)}", fault);
        }

        async Task SayAsync(string text)
        {
            try
            {
                await output.WriteLineAsync(text);
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
    private static void WriteFiles(Study study, FileInfo? json, FileInfo? markdown, string kept)
    {
        OutputFile.Write(json, stream => StudyJson.Write(stream, study), kept);
        OutputFile.Write(markdown, stream => stream.Write(Encoding.UTF8.GetBytes(StudyMarkdown.Render(study))), kept);
    }
}
