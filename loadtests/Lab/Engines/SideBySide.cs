namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>Runs loads on one engine, or on two engines in turn.</summary>
/// <param name="ComparedWith">The engine to compare with; null for none.</param>
public sealed record SideBySide(LoadEngine Engine, LoadEngine? ComparedWith)
{
    internal const string Page = "engines.html";

    internal static Option<bool> Option(LoadEngine? comparedWith) => FlagOption.Create(
        "--side-by-side",
        $"Runs each load on the {comparedWith?.Name} engine too, in turn, and says where they differ and why.");

    /// <summary>
    /// The engines in the order in which they run the load with this number. The order alternates, so that a drift of the machine
    /// favours neither engine.
    /// </summary>
    internal IReadOnlyList<LoadEngine> TurnsOf(int load) => ComparedWith is not { } comparedWith ? [Engine]
        : load % 2 == 0 ? [comparedWith, Engine]
        : [Engine, comparedWith];

    /// <summary>Each load on each engine, with the number of the load.</summary>
    internal IEnumerable<(int Number, T Load, LoadEngine Engine)> Turns<T>(IReadOnlyList<T> loads) =>
        from load in loads.Index()
        from engine in TurnsOf(load.Index)
        select (load.Index, load.Item, engine);

    /// <summary>The folder of a run of <paramref name="engine"/>, within that of the session.</summary>
    internal string FolderOf(LoadEngine engine, string load) =>
        ComparedWith is null ? load : Path.Combine(engine.Name.ToLowerInvariant().Replace(' ', '-'), load);

    /// <summary>Writes the page with both engines into the folder of the session, and prints its content.</summary>
    /// <param name="runs">The runs of both engines.</param>
    /// <exception cref="LabException">The page cannot be written.</exception>
    internal Task ShowAsync(IReadOnlyList<RunRecord> runs, string folder, Action<string> say) =>
        ComparedWith is { } comparedWith && EngineStudy.FromRecords(runs, comparedWith.Name) is { } study
            ? ShowAsync(study, folder, say)
            : Task.CompletedTask;

    /// <inheritdoc cref="ShowAsync(IReadOnlyList{RunRecord}, string, Action{string})"/>
    internal static async Task ShowAsync(Study study, string folder, Action<string> say)
    {
        var page = Path.Combine(folder, Page);
        say("");
        say(StudyText.Render(study));
        await OutputFile.MakeAsync(
            page, () => StudyHtml.WriteAsync(study, page, CancellationToken.None), $"The runs are in {folder}.");
        say($"Both engines: {page}");
    }

    internal bool IsOfEngine(RunRecord run) => run.Manifest.Engine == Engine.Name;
}
