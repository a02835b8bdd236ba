namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>The common steps of all labs: folder, warnings, progress, the study in all formats, and the exit code.</summary>
/// <param name="lab">The lab's name, which is part of the folder's name.</param>
/// <param name="exitCodes">Those that only this lab has: see <see cref="ExitCode.Help"/>.</param>
internal sealed class StudyRunner(string lab, TimeProvider time, params IReadOnlyList<(int Code, string Meaning)> exitCodes)
{
    public const string ReportFile = "report.html";
    public const string MarkdownFile = "report.md";
    public const string JsonFile = "study.json";

    private readonly Option<string> _runs = SystemOptions.Runs("The folder in which a folder for the results is created.");

    private readonly Option<FileInfo?> _json = new("--json") { Description = "Also writes the study to this file, as JSON." };

    private readonly Option<FileInfo?> _markdown =
        new("--markdown") { Description = "Also writes the study to this file, as Markdown." };

    /// <summary>The name of the command; null for that of the lab.</summary>
    public string? Command { get; init; }

    /// <summary>The command of the lab, with the options that say where the results go.</summary>
    /// <param name="own">The lab's own arguments and options.</param>
    public ToolCommand CreateCommand(string description, params IReadOnlyList<Symbol> own)
    {
        var command = new ToolCommand(Command ?? lab, $"{description} {ExitCode.Help(exitCodes)}");
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
            session.Say("Interrupted before anything was measured.");
            return ExitCode.Interrupted;
        }

        await ShowAsync(study, arguments, session.Folder);
        return study.Envelope switch
        {
            { Failure: { } failure } => throw new LabException($"{failure} What was measured until then: {session.Folder}"),
            { Interrupted: true } => ExitCode.Interrupted,
            _ => ExitCode.Done,
        };
    }

    /// <summary><see cref="RunAsync"/> for a lab without run folders: its measurements are one record in its folder.</summary>
    public Task<int> RecordAsync<T>(ParseResult arguments, Func<LabSession, Task<T>> measure, Func<T, Study> build) =>
        RunAsync(arguments, async session => await session.RecordAsync(await measure(session), build));

    /// <summary>Prints the study, and writes it into the folder and to the files of the command line.</summary>
    /// <param name="folder">Null for none.</param>
    /// <exception cref="LabException">A file cannot be written.</exception>
    public async Task ShowAsync(Study study, ParseResult arguments, string? folder = null)
    {
        var output = arguments.InvocationConfiguration.Output;
        await (folder is null
            ? output.WriteLineAsync(StudyText.Render(study))
            : ShowAsync(study, folder, Path.Combine(folder, ReportFile), output));
        WriteFiles(study, arguments.GetValue(_json), arguments.GetValue(_markdown), Kept(folder));
    }

    /// <summary>Prints the study, and writes its HTML pages and, into its folder, its other files.</summary>
    /// <param name="folder">Null for the HTML pages only.</param>
    /// <exception cref="LabException">A file cannot be written.</exception>
    public static async Task ShowAsync(Study study, string? folder, string report, TextWriter output)
    {
        await SayAsync(StudyText.Render(study));
        await OutputFile.MakeAsync(report, () => StudyHtml.WriteAsync(study, report, CancellationToken.None), Kept(folder));
        if (folder is not null)
        {
            WriteFiles(study, new(Path.Combine(folder, JsonFile)), new(Path.Combine(folder, MarkdownFile)), Kept(folder));
            await SayAsync($"Runs:   {folder}");
        }

        await SayAsync($"Report: {report}");
        foreach (var page in study.Pages.Where(page => page.Name is not null))
        {
            await SayAsync($"{page.Name}: {page.Path}");
        }

        Task SayAsync(string text) => ClosedTerminal.IgnoreAsync(() => output.WriteLineAsync(text));
    }

    private static string Kept(string? folder) => folder is null ? "" : $"The runs are in {folder}.";

    /// <param name="json">Null for none, like <paramref name="markdown"/>.</param>
    private static void WriteFiles(Study study, FileInfo? json, FileInfo? markdown, string kept)
    {
        OutputFile.Write(json, stream => StudyJson.Write(stream, study), kept);
        OutputFile.Write(markdown, stream => stream.Write(Encoding.UTF8.GetBytes(StudyMarkdown.Render(study))), kept);
    }
}
