using System.Text;

namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>The table as text: markdown for pages, aligned columns for consoles without markup.</summary>
public static class TableText
{
    public static string Markdown(TuningTable table)
    {
        var text = new StringBuilder();
        AppendLines(text, table.Warnings, warning => $"> **{Escape(warning)}**");
        text.Append("| | |").AppendJoin('|', table.Columns.Select(column => $" {Escape(column)} ")).Append("|\n");
        text.Append("|---|---|").AppendJoin('|', table.Columns.Select(_ => "---:")).Append("|\n");
        foreach (var cells in Lines(table))
        {
            text.Append('|').AppendJoin('|', cells.Select(cell => $" {Escape(cell)} ")).Append("|\n");
        }

        AppendNotes(text, table, Escape);
        return text.ToString();
    }

    public static string Plain(TuningTable table)
    {
        string[][] lines = [["", "", .. table.Columns], .. Lines(table)];
        var text = new StringBuilder();
        AppendLines(text, table.Warnings, warning => warning);
        text.Append(AlignedText.Of(lines, column => column < 2));
        AppendNotes(text, table, note => note);
        return text.ToString();
    }

    private static IEnumerable<string[]> Lines(TuningTable table) =>
        from row in table.Rows
        from line in row.Lines.Index()
        select (string[])[line.Index == 0 ? row.Label : "", line.Item.Name, .. line.Item.Cells.Select(cell => cell.ToString())];

    private static void AppendLines(StringBuilder text, IReadOnlyList<string> lines, Func<string, string> format)
    {
        foreach (var line in lines)
        {
            text.Append(format(line)).Append("\n\n");
        }
    }

    private static void AppendNotes(StringBuilder text, TuningTable table, Func<string, string> escape)
    {
        foreach (var (index, note) in table.Notes.Index())
        {
            text.Append('\n').Append($"[{index + 1}] ").Append(escape(note)).Append('\n');
        }
    }

    private static string Escape(string text) =>
        text.Replace("\\", "\\\\").Replace("|", "\\|").Replace("<", "&lt;").ReplaceLineEndings(" ");
}
