using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>One thing that a study shows: a table, a chart, a list, verdicts, notes or words between them.</summary>
public abstract record StudyPart
{
    /// <summary>What HTML shows in its place until a reader opens it; null where it is open.</summary>
    public string? Fold { get; init; }

    /// <summary>Whether it has something to show to readers; JSON has it in either case.</summary>
    public virtual bool HasContent => true;
}

/// <summary>Charts are shown in HTML; Markdown has their sentence, JSON their figures, the console leaves them out.</summary>
/// <param name="Explanation">How to read it; null where its description says enough.</param>
public sealed record StudyChart(Chart Chart, string? Explanation = null) : StudyPart
{
    /// <summary>Above the chart; its title where none is given.</summary>
    public string Heading { get; init; } = Chart.Title;
}

public sealed record StudyVerdicts(params IReadOnlyList<StudyVerdict> Verdicts) : StudyPart
{
    public override bool HasContent => Verdicts.Count > 0;
}

/// <summary>A goal, what was found, and whether that meets it.</summary>
/// <param name="Met">Null where the figures do not decide it.</param>
/// <param name="Runs">How many independent runs or rounds it rests on.</param>
public sealed record StudyVerdict(string Goal, string Found, bool? Met, int Runs)
{
    /// <summary>In words with its coverage, as <see cref="VerdictBasis"/> takes it; null without one.</summary>
    public string? Interval { get; init; }

    /// <summary>The same word in every form.</summary>
    public string Answer => Met switch { true => "yes", false => "no", null => "not decided" };

    /// <summary>What it rests on, for example <c>one run, no interval</c>.</summary>
    public string Basis => VerdictBasis.Describe(Runs, Interval);
}

/// <summary>Sentences that say how to read what is above them.</summary>
public sealed record StudyNotes(params IReadOnlyList<string> Sentences) : StudyPart
{
    public override bool HasContent => Sentences.Count > 0;
}

/// <summary>A paragraph between other parts.</summary>
/// <param name="Text">Empty for a heading alone.</param>
public sealed record StudyProse(string Text) : StudyPart
{
    /// <summary>Of this paragraph and what follows; null for none.</summary>
    public string? Heading { get; init; }
}

/// <summary>How a list is shown.</summary>
public enum ListKind
{
    /// <summary>Short figures side by side.</summary>
    Figures,

    /// <summary>Below each other.</summary>
    Sentences,

    /// <summary>Below each other with a number, the most important first.</summary>
    Ranked,
}

/// <summary>Terms, and what is said of each.</summary>
public sealed record StudyList(ListKind Kind, params IReadOnlyList<StudyListItem> Items) : StudyPart
{
    public override bool HasContent => Items.Count > 0;
}

/// <param name="Text">Empty where the details say it.</param>
public sealed record StudyListItem(string Term, string Text, params IReadOnlyList<string> Details)
{
    /// <summary>Term and text in one line.</summary>
    public override string ToString() => Text.Length == 0 ? Term : $"{Term}: {Text}";
}
