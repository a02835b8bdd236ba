using System.Text;
using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>A study for a console: its tables, verdicts and notes as aligned text, warnings last.</summary>
public static class StudyText
{
    public static string Render(Study study)
    {
        var text = new StringBuilder();
        text.AppendParagraph(study.Summary);
        foreach (var part in study.Shown.SelectMany(section => section.Shown))
        {
            text.AppendParagraph(Part(part));
        }

        study.AllWarnings.ToList().ForEach(warning => text.AppendParagraph($"Warning: {warning}"));
        return text.ToString();
    }

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
        kind == ListKind.Ranked ? FormattableString.Invariant($"{number}. {item}") : item.ToString(),
        .. item.Details.Select(detail => $"   {detail}"),
    ];

    private static string Table(StudyTable table) => string.Join('\n',
    [
        table.Title,
        Rows(table)[..^1],
        .. table.Explanation is { } explanation ? [explanation] : Array.Empty<string>(),
        .. table.Notes.Select((note, index) => FormattableString.Invariant($"[{index + 1}] {note}")),
    ]);

    private static string Verdicts(StudyVerdicts part) => AlignedText.Align(
        [
            ["Goal", "Found", "Met", "Rests on"],
            .. part.Verdicts.Select(verdict => (string[])[verdict.Goal, verdict.Found, verdict.Answer, verdict.Basis]),
        ],
        _ => true);

    /// <summary>Adds a block of lines, separated from the text before it by an empty line. An empty block adds nothing.</summary>
    internal static void AppendParagraph(this StringBuilder text, string paragraph)
    {
        if (paragraph.Length > 0)
        {
            text.Append(text.Length > 0 ? "\n" : "").Append(paragraph.TrimEnd('\n')).Append('\n');
        }
    }
}
