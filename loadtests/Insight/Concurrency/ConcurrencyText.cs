using System.Text;
using DroneDelivery.LoadTests.Insight.Figures;
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
        Append(
            text,
            [["", .. tables.Evidence.Columns], .. tables.Evidence.Rows.Select(row => (string[])[row.Cell, .. row.Figures])]);
        foreach (var note in tables.Notes.Concat(tables.Warnings))
        {
            text.Append('\n').Append(note).Append('\n');
        }

        return text.ToString();
    }

    private static void Append(StringBuilder text, HeatTable table)
    {
        text.Append(table.Title).Append('\n');
        Append(
            text,
            [
                ["", "database", .. ConcurrencyLab.Modes.Select(ConcurrencyCell.TitleOf), "ratio", "published"],
                .. table.Rows.Select(row => (string[])
                    [row.WorkName, $"{row.LatencyMs} ms", .. row.Values.Select(Short), row.RatioText, row.PublishedText]),
            ]);
        text.Append('\n');
    }

    private static void Append(StringBuilder text, IReadOnlyList<string[]> lines) =>
        text.Append(AlignedText.Of(lines, column => column == 0));
}
