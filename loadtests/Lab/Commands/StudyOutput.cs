namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>Where a study goes: what is printed, and files outside of its folder.</summary>
/// <param name="Printed">Receives the study.</param>
/// <param name="Json">Null for no file, like <paramref name="Markdown"/>.</param>
internal sealed record StudyOutput(TextWriter Printed, FileInfo? Json = null, FileInfo? Markdown = null)
{
    public string Format { get; init; } = FormatOption.Text;

    /// <summary>Receives the paths of the results. They are no part of the study in another format than text.</summary>
    public TextWriter Paths { get; init; } = Printed;

    public string Render(Study study) => Format switch
    {
        FormatOption.Json => StudyJson.Text(study),
        FormatOption.Markdown => StudyMarkdown.Render(study),
        _ => StudyText.Render(study),
    };
}

/// <summary>The options that say where a study goes.</summary>
internal sealed class StudyOutputOptions
{
    private readonly FormatOption _format = new(FormatOption.Json, FormatOption.Markdown);

    private readonly Option<FileInfo?> _json = FileOption.Create(
        "--json", "Also writes the study to this file, as JSON; of tuning and run the rows of its figures.");

    private readonly Option<FileInfo?> _markdown = FileOption.Create(
        "--markdown", "Also writes the study to this file, as Markdown.");

    public IEnumerable<Option> All => [_format, _json, _markdown];

    public StudyOutput Read(ParseResult arguments) => new(
        arguments.InvocationConfiguration.Output, arguments.GetValue(_json), arguments.GetValue(_markdown))
    {
        Format = arguments.GetRequiredValue(_format),
        Paths = PrintsText(arguments) ? arguments.InvocationConfiguration.Output : arguments.InvocationConfiguration.Error,
    };

    /// <summary>Standard error, if standard output is read by another program.</summary>
    public LabProgress Progress(ParseResult arguments, TimeProvider time) => new(
        PrintsText(arguments) ? AnsiConsole.Console : ErrorConsole.For(arguments.InvocationConfiguration), time);

    private bool PrintsText(ParseResult arguments) => arguments.GetValue(_format) == FormatOption.Text;
}
