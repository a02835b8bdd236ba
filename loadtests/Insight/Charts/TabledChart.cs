using System.Xml.Linq;

namespace DroneDelivery.LoadTests.Insight.Charts;

/// <summary>Bars with a table that says more than they do.</summary>
public sealed record TabledChart(BarChart Bars, ChartTable Table) : Chart(Bars.Title, Bars.Description)
{
    public override XElement ToSvg() => Bars.ToSvg();

    public override ChartTable ToTable() => Table;
}
