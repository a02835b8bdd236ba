namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>A study for a console: its tables, verdicts and notes as aligned text, warnings last.</summary>
public static class StudyText
{
    public static string Render(Study study) => Paragraphs(
    [
        study.Summary,
        .. study.Shown.Where(section => !section.IsForPages).SelectMany(section => section.Shown).Select(Part),
        .. study.AllWarnings.Select(warning => $"Warning: {warning}"),
    ]);

    /// <summary>The heading and rows of a table without title, explanation and notes; every line ends with a line feed.</summary>
    public static string Rows(StudyTable table)
    {
        var (columns, rows) = table.Shown;
        return AlignedText.Align(
            [[.. columns.Select(column => column.Heading)], .. rows.Select(row => row.Select(cell => cell.ToString()).ToList())],
            column => columns[column].Kind == ColumnKind.Words);
    }

    private static string Part(StudyPart part) => part switch
    {
        StudyTable table => Table(table),
        StudyVerdicts verdicts => Verdicts(verdicts),
        StudyProse { Heading: { } heading } prose => $"{heading}\n{prose.Text}",
        StudyProse prose => prose.Text,
        StudyList list => string.Join('\n', list.Items.SelectMany((item, index) => Lines(list.Kind, item, index + 1))),
        StudyNotes notes => string.Join("\n\n", notes.Sentences),
        _ => "",
    };

    private static IEnumerable<string> Lines(ListKind kind, StudyListItem item, int number) =>
    [
        kind == ListKind.Ranked ? $"{number}. {item}" : item.ToString(),
        .. item.Details.Select(detail => $"   {detail}"),
    ];

    private static string Table(StudyTable table) => string.Join('\n',
    [
        table.Title,
        Rows(table)[..^1],
        .. table.Explanation is { } explanation ? [explanation] : Array.Empty<string>(),
        .. table.Notes.Select((note, index) => $"[{index + 1}] {note}"),
    ]);

    private static string Verdicts(StudyVerdicts part) => AlignedText.Align(
        [
            ["Goal", "Found", "Met", "Rests on"],
            .. part.Verdicts.Select(verdict => (string[])[verdict.Goal, verdict.Found, verdict.Answer, verdict.Basis]),
        ],
        _ => true);

    /// <summary>Blocks of lines with an empty line between them; empty blocks are left out.</summary>
    internal static string Paragraphs(IEnumerable<string> blocks) => string.Join(
        '\n', blocks.Where(block => block.Length > 0).Select(block => $"{block.TrimEnd('\n')}\n"));
}
