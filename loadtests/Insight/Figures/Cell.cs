namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>One cell of a table: a value for JSON, and the same value as text for display.</summary>
/// <param name="Value">A number, a text, a Boolean or a list of them; null if nothing was measured.</param>
/// <param name="Text">The text in every format except JSON.</param>
public readonly record struct Cell(object? Value, string Text)
{
    /// <summary>The number of a note of the table, from 1; null for no note.</summary>
    public int? Note { get; init; }

    /// <summary>The CSS class for the colour of the cell in HTML; null for no colour.</summary>
    public string? CssClass { get; init; }

    /// <summary>Whether the value is a lower bound; JSON lists the columns of such cells in <c>atLeast</c>.</summary>
    public bool AtLeast { get; init; }

    public static Cell Words(string? text) => new(text, text ?? None);

    /// <summary>A figure with about three significant digits.</summary>
    public static Cell Number(double? value) => new(value, Short(value));

    public static Cell Number(double? value, Func<double, string> format) =>
        new(value, value is { } known ? format(known) : None);

    public static Cell Whole(long? value) => new(value, value is { } known ? Count(known) : None);

    /// <param name="share">The share, from 0 to 1, also in JSON.</param>
    public static Cell Percent(double? share) => Number(share, Share);

    /// <param name="format">Null for about three significant digits.</param>
    public static Cell Latency(LatencyValue value, Func<double, string>? format = null) =>
        new(value.Milliseconds, value.ToText(format ?? Short)) { AtLeast = value.AtLeast };

    public static implicit operator Cell(string text) => Words(text);

    public static implicit operator Cell(double value) => Number(value);

    /// <summary>The text with the number of its note, for formats without superscripts.</summary>
    public override string ToString() => Note is { } note ? $"{Text} [{note}]" : Text;
}
