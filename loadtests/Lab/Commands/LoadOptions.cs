namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>The options of every command that puts load on the system.</summary>
/// <param name="comparedWith">An engine that can run each test too, for comparison; null for none.</param>
internal sealed class LoadOptions(LoadEngine? comparedWith)
{
    private const int LongestSeconds = 86_400;

    private readonly Option<bool> _full = new("--full") { Description = "Eight minutes of load for each test, as published." };

    private readonly Option<int?> _seconds = new("--seconds")
    {
        Description = "Seconds of load for each test, instead of 45 (quick) or 480 (--full).",
        Validators = { NumberOption.Range(1, LongestSeconds) },
    };

    private readonly Option<string> _profile = SystemOptions.Profile();
    private readonly Option<string> _runs = SystemOptions.Runs("The folder in which run folders are created.");
    private readonly Option<int?> _live = LiveOption.OnRequest();

    private readonly Option<FileInfo?> _json =
        new("--json") { Description = "Also writes the figures to this file, as a JSON array with one object for each test." };

    private readonly Option<FileInfo?> _markdown = StudyFiles.MarkdownOption();

    private readonly Option<bool> _sideBySide = SideBySide.Option(comparedWith);

    public void AddTo(Command command) => Array.ForEach<Option>(
        [_full, _seconds, _profile, _runs, _live, _json, .. comparedWith is null ? [] : new[] { _sideBySide }, _markdown],
        command.Options.Add);

    public StudyFiles ReadFiles(ParseResult arguments) => new(arguments.GetValue(_json), arguments.GetValue(_markdown));

    public LabSettings Read(ParseResult arguments, IReadOnlyList<TuningScenario> scenarios, LoadEngine engine, string project)
    {
        var duration = arguments.GetValue(_seconds) is { } seconds ? TimeSpan.FromSeconds(seconds)
            : arguments.GetValue(_full) ? TuningLoad.Full
            : TuningLoad.Quick;
        return new LabSettings(
            scenarios,
            SimulationProfile.Load(arguments.GetRequiredValue(_profile)),
            duration,
            arguments.GetRequiredValue(_runs),
            CommandLine.FromArguments(project, arguments),
            engine)
        {
            LivePort = LiveOption.Read(arguments, _live),
            ComparedWith = arguments.GetValue(_sideBySide) ? comparedWith : null,
        };
    }
}
