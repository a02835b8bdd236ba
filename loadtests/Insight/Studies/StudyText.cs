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
            switch (part)
            {
                case StudyTable table:
                    text.AppendParagraph(Table(table));
                    break;
                case StudyVerdicts verdicts:
                    text.AppendParagraph(Verdicts(verdicts));
                    break;
                case StudyProse prose:
                    text.AppendParagraph(prose.Heading is { } heading ? $"{heading}\n{prose.Text}" : prose.Text);
                    break;
                case StudyList list:
                    text.AppendParagraph(
                        string.Join('\n', list.Items.SelectMany((item, index) => Lines(list.Kind, item, index + 1))));
                    break;
                case StudyNotes notes:
                    notes.Sentences.ToList().ForEach(note => text.AppendParagraph(note));
                    break;
                default:
                    break;
            }
        }

        study.AllWarnings.ToList().ForEach(warning => text.AppendParagraph($"Warning: {warning}"));
        return text.ToString();
    }

    /// <summary>The heading and rows of a table without title, explanation and notes; every line ends with a line feed.</summary>
    public static string Rows(StudyTable table)
    {
        var (columns, rows) = table.Shown;
        return AlignedText.Align(
            [[.. columns.Select(column => column.Heading)], .. rows.Select(
                row => (string[])[.. row.Select(cell => cell.ToString())])],
            column => columns[column].Kind == ColumnKind.Words);
    }

    private static IEnumerable<string> Lines(ListKind kind, StudyListItem item, int number) =>
    [
        kind == ListKind.Ranked ? FormattableString.Invariant($"{number}. {item}") : item.ToString(),
        .. item.Details.Select(detail => $"   {detail}"),
    ];

    private static string Table(StudyTable table)
    {
        var text = new StringBuilder();
        AppendLine(text, table.Title);
        text.Append(Rows(table));
        AppendLine(text, table.Explanation);
        foreach (var (index, note) in table.Notes.Index())
        {
            AppendLine(text, FormattableString.Invariant($"[{index + 1}] {note}"));
        }

        return text.ToString();
    }

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

    private static void AppendLine(StringBuilder text, string? line)
    {
        if (!string.IsNullOrEmpty(line))
        {
            text.Append(line).Append('\n');
        }
    }
}
