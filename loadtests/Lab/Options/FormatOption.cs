namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary><c>--format</c>: what a command prints on standard output. Progress is then written to standard error.</summary>
internal sealed class FormatOption : Option<string>
{
    public const string Text = "text";
    public const string Json = "json";
    public const string Csv = "csv";
    public const string Markdown = "markdown";

    /// <param name="others">The formats that the command has in addition to text.</param>
    public FormatOption(params IReadOnlyList<string> others)
        : base("--format")
    {
        Description = "What is printed to standard output.";
        DefaultValueFactory = _ => Text;
        this.AllowOnly([Text, .. others]);
    }
}

/// <summary>An option for a file that a command also writes.</summary>
internal static class FileOption
{
    public static Option<FileInfo?> Create(string name, string description) =>
        new(name) { Description = description, HelpName = "FILE" };
}

/// <summary>The results of a command in several formats: one is printed, and <c>--json</c> is a file.</summary>
internal sealed class OutputOptions(params IReadOnlyList<string> formats)
{
    public FormatOption Format { get; } = new(formats);

    public Option<FileInfo?> JsonFile { get; } = FileOption.Create("--json", "Also writes the results to this file, as JSON.");

    public bool PrintsText(ParseResult arguments) => arguments.GetValue(Format) == FormatOption.Text;

    /// <param name="csv">For a command that has this format.</param>
    /// <exception cref="LabException">The file cannot be written.</exception>
    public void Write(ParseResult arguments, Func<string> text, Func<string> json, Func<string>? csv = null)
    {
        var print = arguments.GetValue(Format) switch
        {
            FormatOption.Json => json,
            FormatOption.Csv => csv!,
            _ => text,
        };
        arguments.InvocationConfiguration.Output.WriteLine(print());
        OutputFile.Write(arguments.GetValue(JsonFile), stream => stream.Write(Encoding.UTF8.GetBytes($"{json()}\n")));
    }
}
