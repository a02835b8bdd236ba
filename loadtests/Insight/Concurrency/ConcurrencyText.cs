using System.Text;
using DroneDelivery.LoadTests.Scenarios.Concurrency;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Concurrency;

/// <summary>The tables as aligned text.</summary>
public static class ConcurrencyText
{
    public static string Plain(ConcurrencyTables tables)
    {
        var text = new StringBuilder();
        Append(text, tables.Highest);
        Append(text, tables.Successful);
        text.Append("Why\n");
        AppendLines(
            text,
            [["", .. tables.Evidence.Columns], .. tables.Evidence.Rows.Select(row => (string[])[row.Cell, .. row.Figures])],
            words: 1);
        foreach (var note in tables.Notes.Concat(tables.Warnings))
        {
            text.Append('\n').Append(note).Append('\n');
        }

        return text.ToString();
    }

    private static void Append(StringBuilder text, HeatTable table)
    {
        text.Append(table.Title).Append('\n');
        AppendLines(
            text,
            [
                ["", "database", .. ConcurrencyLab.Modes.Select(ConcurrencyCell.TitleOf), "ratio", "published"],
                .. table.Rows.Select(row => (string[])
                    [row.WorkName, $"{row.LatencyMs} ms", .. row.Values.Select(Short), row.RatioText, row.PublishedText]),
            ],
            words: 1);
        text.Append('\n');
    }

    private static void AppendLines(StringBuilder text, IReadOnlyList<string[]> lines, int words)
    {
        var widths = lines[0].Select((_, column) => lines.Max(line => line[column].Length)).ToArray();
        foreach (var line in lines)
        {
            // Words stand to the left of their column, figures to the right.
            var cells = line.Select((cell, column) => column < words ? cell.PadRight(widths[column]) : cell.PadLeft(widths[column]));
            text.Append(string.Join("  ", cells).TrimEnd()).Append('\n');
        }
    }
}
