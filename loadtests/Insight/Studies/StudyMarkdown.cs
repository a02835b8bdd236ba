namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>A study as Markdown. A chart is written as a sentence, with a table if the table is short.</summary>
public static class StudyMarkdown
{
    private const int MaxChartRows = 12;

    /// <inheritdoc cref="StudyJson.Write" path="/param"/>
    public static string Render(Study study, string? folder = null) => PrivatePaths.Shorten(StudyText.Paragraphs(
    [
        $"# {Escape(Capitalized(study.Envelope.Title))}",
        .. study.AllWarnings.Select(warning => $"> **Warning:** {Escape(warning)}"),
        Escape(study.Summary),
        .. study.Shown.SelectMany(section => section.Shown.Select(Part).Prepend($"## {Escape(section.Heading)}")),
        $"Measured {study.Envelope.StartedAt:yyyy-MM-dd}: `{study.Envelope.Command}`",
        Escape(study.Envelope.Conditions),
    ]), folder);

    private static string Part(StudyPart part) => part switch
    {
        StudyTable table => Table(table),
        StudyChart { Chart: var chart } => Chart(chart),
        StudyVerdicts verdicts => string.Join('\n', verdicts.Verdicts.Select(verdict =>
            $"- **{verdict.Answer}**: {Escape(verdict.Goal)}. Found: {Escape(verdict.Found)} ({verdict.Basis}).")),
        StudyProse { Heading: { } heading } prose => $"### {Escape(heading)}\n\n{Escape(prose.Text)}",
        StudyProse prose => Escape(prose.Text),
        StudyList list => string.Join('\n', list.Items.SelectMany((item, index) => Item(list.Kind, item, index + 1))),
        StudyNotes notes => string.Join('\n', notes.Sentences.Select(sentence => $"- {Escape(sentence)}")),
        _ => throw new NotSupportedException($"{part.GetType().Name} has no Markdown form."),
    };

    private static IEnumerable<string> Item(ListKind kind, StudyListItem item, int number) =>
    [
        (kind == ListKind.Ranked ? $"{number}." : "-")
            + $" **{Escape(item.Term)}** {Escape(item.Text)}".TrimEnd(),
        .. item.Details.Select(detail => $"   - {Escape(detail)}"),
    ];

    private static string Table(StudyTable table)
    {
        var (columns, rows) = table.Shown;
        return string.Join("\n\n",
        [
            $"**{Escape(table.Title)}**",
            Lines(columns.Select(column => (column.Heading, column.Kind == ColumnKind.Words)), rows),
            .. table.Explanation is { } explanation ? [Escape(explanation)] : Array.Empty<string>(),
            .. table.Notes.Select((note, index) => $"[{index + 1}] {Escape(note)}"),
        ]);
    }

    private static string Chart(Charts.Chart chart)
    {
        var table = chart.ToTable();
        var description = $"**{Escape(chart.Title)}.** {Escape(Sentence(chart.Description))}";
        return table.Rows.Count is > 0 and <= MaxChartRows
            ? $"{description}\n\n{Lines(table.Columns.Select((heading, index) => (heading, index == 0)), table.Rows)}"
            : description;
    }

    private static string Lines(IEnumerable<(string Heading, bool IsWords)> columns, IReadOnlyList<IReadOnlyList<Cell>> rows)
    {
        var heads = columns.ToList();
        return string.Join('\n',
        [
            $"| {string.Join(" | ", heads.Select(head => Escape(head.Heading)))} |",
            $"|{string.Concat(heads.Select(head => head.IsWords ? "---|" : "---:|"))}",
            .. rows.Select(row => $"| {string.Join(" | ", row.Select(cell => Escape(cell.ToString())))} |"),
        ]);
    }

    private static string Escape(string text) =>
        text.Replace("\\", "\\\\").Replace("|", "\\|").Replace("<", "&lt;").ReplaceLineEndings(" ");
}
