namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>Where the figures of a line come from.</summary>
public enum LineKind
{
    /// <summary>A setting that differs between the runs.</summary>
    Setting,

    Measured,

    Published,

    /// <summary>How far the measured figure is from the published one.</summary>
    Difference,
}

/// <summary>One figure of every run, on one line or on two or three.</summary>
public sealed record TableRow(string Label, IReadOnlyList<TableLine> Lines);

/// <summary>One line: a cell for each run.</summary>
public sealed record TableLine(LineKind Kind, IReadOnlyList<TableCell> Cells)
{
    /// <summary>What to print in front of the line.</summary>
    public string Name => Kind switch
    {
        LineKind.Setting => "setting",
        LineKind.Measured => "measured here",
        LineKind.Published => "published",
        _ => "difference",
    };
}

/// <summary>A cell. <paramref name="Note"/> counts from 1 and points into <see cref="TuningTable.Notes"/>.</summary>
public readonly record struct TableCell(string Text, int? Note = null)
{
    /// <summary>The text with its note's mark, for renderers without raised figures.</summary>
    public override string ToString() => Note is { } note ? $"{Text} [{note}]" : Text;
}
