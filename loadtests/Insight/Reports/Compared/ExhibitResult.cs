using DroneDelivery.LoadTests.Insight.Charts;

namespace DroneDelivery.LoadTests.Insight.Reports.Compared;

/// <summary>A chart and what to see in it, or why there is none.</summary>
internal sealed record ExhibitResult(string SeeHere, Chart? Chart = null)
{
    public static ExhibitResult In(Chart chart) => new(chart.Description, chart);
}
