namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>How a column is shown.</summary>
public enum ColumnKind
{
    /// <summary>Text, left-aligned.</summary>
    Words,

    /// <summary>Figures, right-aligned.</summary>
    Figure,

    /// <summary>Shown only in JSON.</summary>
    Data,
}

/// <param name="Key">The name of the property in JSON, in camel case with its unit at the end. It is a contract.</param>
public sealed record StudyColumn(string Key, string Heading, ColumnKind Kind)
{
    /// <summary>Whether JSON omits the property if it is null.</summary>
    public bool IsOptional { get; init; }
}

/// <summary>Rows of cells under named columns.</summary>
/// <param name="Key">The name of the table in JSON, unique in the study.</param>
/// <param name="Rows">The rows, each with a cell for every column.</param>
public sealed record StudyTable(
    string Key, string Title, IReadOnlyList<StudyColumn> Columns, IReadOnlyList<IReadOnlyList<Cell>> Rows) : StudyPart
{
    /// <summary>How to read the table; null if its headings are enough.</summary>
    public string? Explanation { get; init; }

    /// <summary>Notes to which cells refer; the first one is note 1.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Whether consecutive rows with the same first cell form a group under that name.</summary>
    public bool IsGrouped { get; init; }

    /// <summary>Whether HTML shows the table next to the charts before it if the page is wide enough.</summary>
    public bool IsNextToCharts { get; init; }

    public override bool HasContent => Rows.Count > 0 && Columns.Any(column => column.Kind != ColumnKind.Data);

    /// <summary>
    /// The displayed columns and cells: all except those of <see cref="ColumnKind.Data"/>. Only the first row of a group has its
    /// name.
    /// </summary>
    public (IReadOnlyList<StudyColumn> Columns, IReadOnlyList<IReadOnlyList<Cell>> Rows) Shown
    {
        get
        {
            int[] shown = [.. Columns.Index().Where(c => c.Item.Kind != ColumnKind.Data).Select(c => c.Index)];
            return (
                [.. shown.Select(index => Columns[index])],
                [
                    .. Rows.Index().Select(row => (IReadOnlyList<Cell>)
                        [.. shown.Select(index => index == shown[0] && ContinuesGroup(row.Index) ? "" : row.Item[index])]),
                ]);
        }
    }

    private bool ContinuesGroup(int row) => IsGrouped && row > 0 && Rows[row][0].Text == Rows[row - 1][0].Text;
}

/// <summary>Builds a table from items of one type: a row for each item, a column for each call.</summary>
public sealed class StudyTableBuilder<T>(string key, string title)
{
    private readonly List<(StudyColumn Column, Func<T, Cell> Read)> _columns = [];

    public StudyTableBuilder<T> Words(string name, string heading, Func<T, string?> read) =>
        Add(name, heading, ColumnKind.Words, item => Cell.Words(read(item)));

    /// <param name="format">Null for about three significant digits.</param>
    public StudyTableBuilder<T> Number(string name, string heading, Func<T, double?> read, Func<double, string>? format = null) =>
        Figure(name, heading, item => Cell.Number(read(item), format ?? FigureText.Short));

    public StudyTableBuilder<T> Count(string name, string heading, Func<T, long?> read) =>
        Figure(name, heading, item => Cell.Whole(read(item)));

    /// <param name="read">The share, from 0 to 1.</param>
    public StudyTableBuilder<T> Percent(string name, string heading, Func<T, double?> read) =>
        Figure(name, heading, item => Cell.Percent(read(item)));

    /// <summary>"at least 12" for a lower bound.</summary>
    /// <param name="format">Null for about three significant digits.</param>
    public StudyTableBuilder<T> Latency(
        string name, string heading, Func<T, LatencyValue> read, Func<double, string>? format = null) =>
        Figure(name, heading, item => Cell.Latency(read(item), format));

    public StudyTableBuilder<T> Figure(string name, string heading, Func<T, Cell> read) =>
        Add(name, heading, ColumnKind.Figure, read);

    /// <summary>A column only in JSON; an optional one is omitted if the value is null.</summary>
    public StudyTableBuilder<T> Data(string name, Func<T, object?> read, bool isOptional = false) =>
        Add(name, name, ColumnKind.Data, item => new Cell(read(item), ""), isOptional);

    public StudyTable Build(IEnumerable<T> items) => new(
        key,
        title,
        [.. _columns.Select(column => column.Column)],
        [.. items.Select(item => (IReadOnlyList<Cell>)[.. _columns.Select(column => column.Read(item))])]);

    private StudyTableBuilder<T> Add(string name, string heading, ColumnKind kind, Func<T, Cell> read, bool isOptional = false)
    {
        _columns.Add((new StudyColumn(name, heading, kind) { IsOptional = isOptional }, read));
        return this;
    }
}
