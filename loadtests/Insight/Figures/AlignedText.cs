using System.Text;

namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>Cells in columns for a console: words stand to the left of their column, figures to the right.</summary>
internal static class AlignedText
{
    private const string Gap = "  ";

    /// <param name="lines">The head first; each with as many cells as it.</param>
    /// <param name="isWords">Whether the column of that number, counted from 0, holds words.</param>
    /// <returns>Every line with an end of line.</returns>
    public static string Align(IReadOnlyList<IReadOnlyList<string>> lines, Func<int, bool> isWords)
    {
        int[] widths = [.. lines[0].Select((_, column) => lines.Max(line => line[column].Length))];
        var text = new StringBuilder();
        foreach (var line in lines)
        {
            var cells = line.Select((cell, column) =>
                isWords(column) ? cell.PadRight(widths[column]) : cell.PadLeft(widths[column]));
            text.Append(string.Join(Gap, cells).TrimEnd()).Append('\n');
        }

        return text.ToString();
    }
}
