namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>One part of a study: a table, a chart, a list, verdicts, notes or text.</summary>
public abstract record StudyPart
{
    /// <summary>The text that HTML shows while the part is folded; null if the part is always open.</summary>
    public string? Fold { get; init; }

    /// <summary>Whether the part has content to show; JSON contains the part in either case.</summary>
    public virtual bool HasContent => true;
}

/// <summary>A chart: shown in HTML, as a sentence in Markdown, as figures in JSON; the console leaves it out.</summary>
/// <param name="Explanation">How to read the chart; null if its description is enough.</param>
public sealed record StudyChart(Chart Chart, string? Explanation = null) : StudyPart
{
    /// <summary>The heading above the chart; by default the title of the chart.</summary>
    public string Heading { get; init; } = Chart.Title;
}

public sealed record StudyVerdicts(params IReadOnlyList<StudyVerdict> Verdicts) : StudyPart
{
    public override bool HasContent => Verdicts.Count > 0;
}

/// <summary>A goal, the measured result, and whether the result satisfies the goal.</summary>
/// <param name="Met">Whether the goal is satisfied; null if the figures do not decide it.</param>
/// <param name="Runs">The number of independent runs or rounds of the verdict.</param>
public sealed record StudyVerdict(string Goal, string Found, bool? Met, int Runs)
{
    /// <summary>The interval as text with its coverage, as for <see cref="VerdictBasis"/>; null without one.</summary>
    public string? Interval { get; init; }

    /// <summary>The answer as text, the same in every format.</summary>
    public string Answer => Met switch { true => "yes", false => "no", null => "not decided" };

    /// <summary>The basis of the verdict, for example <c>one run, no interval</c>.</summary>
    public string Basis => VerdictBasis.Describe(Runs, Interval);
}

/// <summary>Sentences that explain the part above them.</summary>
public sealed record StudyNotes(params IReadOnlyList<string> Sentences) : StudyPart
{
    public override bool HasContent => Sentences.Count > 0;
}

/// <summary>A paragraph between other parts.</summary>
/// <param name="Text">The text; empty for a heading without text.</param>
public sealed record StudyProse(string Text) : StudyPart
{
    /// <summary>The heading of this paragraph and the parts after it; null for none.</summary>
    public string? Heading { get; init; }
}

/// <summary>How a list is shown.</summary>
public enum ListKind
{
    /// <summary>Short figures next to each other.</summary>
    Figures,

    /// <summary>Items below each other.</summary>
    Sentences,

    /// <summary>Numbered items below each other, the most important first.</summary>
    Ranked,
}

/// <summary>Terms, each with a text.</summary>
public sealed record StudyList(ListKind Kind, params IReadOnlyList<StudyListItem> Items) : StudyPart
{
    public override bool HasContent => Items.Count > 0;
}

/// <param name="Text">The text; empty if the details are enough.</param>
public sealed record StudyListItem(string Term, string Text, params IReadOnlyList<string> Details)
{
    /// <summary>The page that the term links to in HTML; null for none.</summary>
    public string? Page { get; init; }

    /// <summary>Term and text in one line.</summary>
    public override string ToString() => Text.Length == 0 ? Term : $"{Term}: {Text}";
}
