using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>Figures as a picture, and the same figures as a table for a reader who cannot see it.</summary>
/// <param name="Description">What to see in it, in a sentence or two.</param>
public abstract record Chart(string Title, string Description)
{
    public abstract XElement ToSvg();

    public abstract ChartTable ToTable();
}

/// <summary>A chart's figures. The first cell of a row names it.</summary>
public sealed record ChartTable(IReadOnlyList<string> Columns, IReadOnlyList<IReadOnlyList<Cell>> Rows);

/// <summary>In place of a chart that there are no figures for.</summary>
/// <param name="Reason">Why, in a sentence.</param>
public sealed record MissingChart(string Reason) : Chart("", Reason)
{
    public override XElement ToSvg() => Svg.Group();

    public override ChartTable ToTable() => new([], []);
}
