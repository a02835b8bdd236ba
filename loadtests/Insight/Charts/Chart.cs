namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>Figures as a picture, and the same figures as a table for users of screen readers.</summary>
/// <param name="Description">The result to see in the chart, in one or two sentences.</param>
public abstract record Chart(string Title, string Description)
{
    /// <summary>
    /// The end of the axis of values: the largest value, unless it is set to compare several charts. Charts without such an axis
    /// ignore it.
    /// </summary>
    public double Largest { get => double.IsNaN(field) ? LargestValue : field; init; } = double.NaN;

    private protected virtual double LargestValue => 0;

    public abstract XElement ToSvg();

    public abstract ChartTable ToTable();

    /// <summary>The root of the SVG; title and description are the text alternative for screen readers.</summary>
    private protected XElement Picture(double width, double height, params object?[] content) => new(
        "svg",
        new XAttribute("viewBox", $"0 0 {Svg.Number(width)} {Svg.Number(height)}"),
        new XAttribute("role", "img"),
        new XElement("title", Title),
        new XElement("desc", Description),
        content);
}

/// <summary>The figures of a chart. The first cell of a row is its name.</summary>
public sealed record ChartTable(IReadOnlyList<string> Columns, IReadOnlyList<IReadOnlyList<Cell>> Rows)
{
    /// <summary>A row for each item.</summary>
    internal static ChartTable FromItems<T>(IEnumerable<T> items, params (string Name, Func<T, Cell> Read)[] columns) => new(
        [.. columns.Select(column => column.Name)],
        [.. items.Select(item => (Cell[])[.. columns.Select(column => column.Read(item))])]);
}

/// <summary>Replaces a chart without figures.</summary>
/// <param name="Reason">The reason, in a sentence.</param>
public sealed record MissingChart(string Reason) : Chart("", Reason)
{
    public override XElement ToSvg() => Svg.Group();

    public override ChartTable ToTable() => new([], []);
}
