using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>One thing that a study shows: a table, a chart, verdicts or notes.</summary>
public abstract record StudyPart
{
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
