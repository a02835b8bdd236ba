using System.Xml.Linq;

namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>A bar chart with a table that has more figures than the bars.</summary>
public sealed record TabledChart(BarChart Bars, ChartTable Table) : Chart(Bars.Title, Bars.Description)
{
    public override XElement ToSvg() => Bars.ToSvg();

    public override ChartTable ToTable() => Table;
}
