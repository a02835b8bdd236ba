using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>One cell of a table: a value for programs, and the same value as text for readers.</summary>
/// <param name="Value">A number, a text, a truth value or a list of them; null where nothing was measured.</param>
/// <param name="Text">What every renderer but JSON shows.</param>
public readonly record struct Cell(object? Value, string Text)
{
    /// <summary>Points into the notes of the table and counts from 1; null for no note.</summary>
    public int? Note { get; init; }

    /// <summary>How the HTML renderer colours the cell; null for no colour.</summary>
    public string? CssClass { get; init; }

    public static Cell Words(string? text) => new(text, text ?? None);

    /// <summary>A figure of about three significant digits.</summary>
    public static Cell Number(double? value) => new(value, Short(value));

    public static Cell Number(double? value, Func<double, string> format) =>
        new(value, value is { } known ? format(known) : None);

    public static Cell Whole(long? value) => new(value, value is { } known ? Count(known) : None);

    /// <param name="share">From 0 to 1, also in JSON.</param>
    public static Cell Percent(double? share) => Number(share, Share);

    public static implicit operator Cell(string text) => Words(text);

    public static implicit operator Cell(double value) => Number(value);

    /// <summary>The text with the number of its note, for renderers without raised figures.</summary>
    public override string ToString() => Note is { } note ? $"{Text} [{note}]" : Text;
}
