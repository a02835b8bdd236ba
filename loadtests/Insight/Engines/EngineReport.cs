using System.Globalization;
using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Reports.Sections;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.LoadTests.Insight.Engines;

/// <summary>Two engines side by side on one page that opens from disk.</summary>
public static class EngineReport
{
    /// <summary>Writes one self-contained HTML file; its folder is made where it is missing.</summary>
    /// <exception cref="IOException">The disk is full or the file cannot be written; the message names it.</exception>
    public static Task WriteAsync(EngineComparison comparison, string htmlPath, CancellationToken cancellationToken) =>
        ReportPage.WriteAsync(Build(comparison), htmlPath, cancellationToken);

    internal static XElement Build(EngineComparison comparison)
    {
        var pair = comparison.Pairs[0];
        return ReportPage.Build(
            $"DroneDelivery: {comparison.Title} with {pair.First.Engine} and with {pair.Second.Engine}",
            $"The same load with both engines, in turn. Generator and system ran together on {comparison.Machine.Cores} cores. "
            + $"Differences are those from {pair.First.Engine}; there is one run of each, so that small ones may be chance.",
            RunWarnings.OfSetting(comparison.DebugBuild, comparison.Machine),
            [
                .. comparison.Pairs.Select(Section),
                RepeatSection.Build(comparison.StartedAt, comparison.Command, comparison.Machine),
            ]);
    }

    private static XElement Section(EnginePair pair, int index)
    {
        var table = new EngineTable(pair.Runs);
        return Html.Section(
            string.Create(CultureInfo.InvariantCulture, $"load-{index + 1}"),
            pair.Title,
            Html.Wide(
                $"{pair.Title}: figures",
                Html.Table(pair.Title, table.Columns, table.Rows.Select(row => (row.Label, row.Cells.Cast<object>())), "figure")),
            Html.Element("h3", "Where they differ, and why"),
            Html.Element("ul", EngineDifferences.Of(pair).Select(sentence => Html.Element("li", sentence))));
    }
}
