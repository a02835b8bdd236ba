namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>
/// The results of a lab, made only from its files. Console, JSON, HTML and Markdown show the same study (<see cref="StudyText"/>,
/// <see cref="StudyJson"/>, <see cref="StudyHtml"/>, <see cref="StudyMarkdown"/>).
/// </summary>
/// <param name="Summary">What was measured and how to read it, in a few sentences.</param>
public sealed record Study(StudyEnvelope Envelope, string Summary, IReadOnlyList<StudySection> Sections)
{
    /// <summary>
    /// Further limits of the figures, the most serious first; <see cref="AllWarnings"/> adds those of the envelope before them.
    /// </summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>
    /// The key of the table that is the whole JSON document, as an array of its rows; null for a document with all parts.
    /// </summary>
    public string? JsonTable { get; init; }

    /// <summary>Links to other pages, written together with this one or before.</summary>
    public IReadOnlyList<PageLink> Links { get; init; } = [];

    /// <summary>Pages that are written with that of the study.</summary>
    public IReadOnlyList<StudyPage> Pages { get; init; } = [];

    public IReadOnlyList<string> AllWarnings => [.. Envelope.Warnings.Concat(Warnings).Distinct()];

    /// <summary>The sections with content to show.</summary>
    public IEnumerable<StudySection> Shown => Sections.Where(section => section.Shown.Count > 0);

    public IEnumerable<StudyTable> Tables => Parts<StudyTable>();

    public IEnumerable<StudyVerdict> Verdicts => Parts<StudyVerdicts>().SelectMany(part => part.Verdicts);

    public IEnumerable<T> Parts<T>()
        where T : StudyPart => Sections.SelectMany(section => section.Parts).OfType<T>();
}

/// <summary>A further HTML page of a study.</summary>
/// <param name="Name">The text before its path on the console; null for a page that the console does not list.</param>
/// <param name="Build">Called when the page is written, so that only one page at a time needs memory.</param>
public sealed record StudyPage(string? Name, string Path, Func<Study> Build);

/// <summary>The command, time and machine of a study, and whether it ended as planned.</summary>
/// <param name="Lab">The lab's name on the command line.</param>
/// <param name="StartedAt">When the first measured load began.</param>
/// <param name="Command">The command line that repeats the study.</param>
/// <param name="Commit">The commit of the source; null outside a checkout.</param>
public sealed record StudyEnvelope(
    string Lab, string Title, DateTimeOffset StartedAt, string Command, string? Commit, MachineInfo Machine)
{
    /// <summary>Raised when a figure of a lab's record changes its meaning.</summary>
    public const int CurrentVersion = 2;

    /// <summary>The version of the record that contains the envelope (<see cref="RecordFile"/>).</summary>
    public int SchemaVersion { get; init; } = CurrentVersion;

    public bool DebugBuild { get; init; }

    /// <summary>True if Ctrl+C ended the study: its figures are incomplete.</summary>
    public bool Interrupted { get; init; }

    /// <summary>Why the lab ended early, as text for users; null if it did not.</summary>
    public string? Failure { get; init; }

    /// <summary>The most serious first.</summary>
    public IEnumerable<string> Warnings =>
    [
        .. Failure is { } failure ? [failure] : Array.Empty<string>(),
        .. Interrupted ? ["Interrupted: the figures cover a part of what was planned."] : Array.Empty<string>(),
        .. RunWarnings.BeforeRun(DebugBuild, Machine),
    ];

    /// <summary>The machine, the commit, the check before the load, and the use of the machine by others meanwhile.</summary>
    public string Conditions => string.Join(' ', ((string?[])
    [
        (Machine.IsKnown
            ? $"{Machine.Os}, {Machine.Architecture}, {Machine.Cores} cores, {Machine.Runtime}"
            : "The machine is not known")
            + (Commit is { } commit ? $", commit {commit}." : "."),
        Machine.Health?.Text,
        Machine.DuringRun is { } load ? RunConditions.DescribeOthers(load) : null,
    ]).OfType<string>());

    /// <summary>The envelope of a lab with run folders. The use of the machine by others is the highest of all runs.</summary>
    /// <param name="runs">The runs, at least one.</param>
    public static StudyEnvelope FromRuns(IReadOnlyList<RunRecord> runs, string title)
    {
        var first = runs.Select(run => run.Manifest).MinBy(manifest => manifest.StartedAt)!;
        var load = MachineLoad.Highest(runs.Select(run => run.Manifest.Machine.DuringRun));
        return new StudyEnvelope(
            first.Lab, title, first.StartedAt, first.Command, first.Commit, first.Machine with { DuringRun = load })
        {
            DebugBuild = runs.Any(run => run.Manifest.DebugBuild),
            Interrupted = runs.Any(run => run.Manifest.Interrupted),
        };
    }
}

/// <summary>A part of the page under one heading.</summary>
/// <param name="Id">Identifies the section in links and in JSON: lower case, unique in the study.</param>
public sealed record StudySection(string Id, string Heading, params IReadOnlyList<StudyPart> Parts)
{
    /// <summary>Whether the console leaves the section out.</summary>
    public bool IsForPages { get; init; }

    /// <summary>Whether HTML shows only the heading until it is opened.</summary>
    public bool IsFolded { get; init; }

    /// <summary>The parts with content to show.</summary>
    public IReadOnlyList<StudyPart> Shown => [.. Parts.Where(part => part.HasContent)];
}
