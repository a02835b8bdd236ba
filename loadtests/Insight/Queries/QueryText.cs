namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>The result of a query as aligned columns of plain text, figures to the right.</summary>
public static class QueryText
{
    private const int WidestCell = 80;
    private const double SmallestInDecimals = 0.001;

    public static string Plain(QueryResult result)
    {
        string[][] lines = [[.. result.Columns], .. result.Rows.Select(row => row.Select(Cell).ToArray())];
        bool[] isNumeric = [.. result.Columns.Select((_, column) => IsNumeric(result, column))];
        return AlignedText.Align(lines, column => !isNumeric[column]) + $"{Count(result)} {result.Note}".TrimEnd();
    }

    /// <summary>Short numbers in invariant culture; text on one line, cut if it is long.</summary>
    private static string Cell(object? value) => value switch
    {
        null => "",
        byte[] bytes => Shortened(Convert.ToHexString(bytes)),
        double number => Math.Abs(number) is > 0 and < SmallestInDecimals
            ? number.ToString("0.##E+0") : number.ToString("0.###"),
        _ => Shortened(Printable(value.ToString()!)),
    };

    /// <summary>Replaces control characters, which may be terminal commands or line breaks, with spaces.</summary>
    private static string Printable(string text) =>
        text.Any(char.IsControl) ? string.Concat(text.Select(letter => char.IsControl(letter) ? ' ' : letter)) : text;

    private static string Shortened(string text) => text.Length <= WidestCell ? text : text[..(WidestCell - 1)] + "…";

    private static bool IsNumeric(QueryResult result, int column) =>
        result.Rows.Select(row => row[column]).OfType<object>().All(value => value is long or double);

    private static string Count(QueryResult result) => result switch
    {
        { Rows.Count: 0 } => "No rows.",
        { HasMore: true } => $"The first {Counted(result.Rows.Count, "row")}; there are more.",
        _ => $"{Counted(result.Rows.Count, "row")}.",
    };
}
