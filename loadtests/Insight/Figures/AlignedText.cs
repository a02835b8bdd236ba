namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>Cells in aligned columns for a console: text to the left, figures to the right.</summary>
internal static class AlignedText
{
    private const string Gap = "  ";

    /// <param name="lines">The lines, the heading first, all with the same number of cells.</param>
    /// <param name="isWords">Whether the column with this index, from 0, contains text.</param>
    /// <returns>The lines, each with an end of line.</returns>
    public static string Align(IReadOnlyList<IReadOnlyList<string>> lines, Func<int, bool> isWords)
    {
        int[] widths = [.. lines[0].Select((_, column) => lines.Max(line => line[column].Length))];
        return string.Concat(lines.Select(line => $"{string.Join(Gap, line.Select(Pad)).TrimEnd()}\n"));

        string Pad(string cell, int column) => isWords(column) ? cell.PadRight(widths[column]) : cell.PadLeft(widths[column]);
    }
}
