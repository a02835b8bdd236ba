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
