using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>The table of all runs beside the published figures.</summary>
internal static class TableSection
{
    public static XElement Build(TuningTable table) =>
        Html.Element(
            "div",
            Html.Wide(
                "Figures of all runs",
                Html.Element(
                    "table",
                    Html.Class("figures"),
                    Html.Element("caption", "Measured here, and published by the study"),
                    Html.Element("thead", Html.Element("tr", Columns(table).Select(column => Html.Header("col", column)))),
                    table.Rows.Select(Row))),
            Notes(table));

    private static IEnumerable<string> Columns(TuningTable table) => ["Figure", "Source", .. table.Columns];

    private static XElement Row(TableRow row) =>
        Html.Element("tbody", row.Lines.Select((line, index) => Html.Element(
            "tr",
            Html.Class(Enum.GetName(line.Kind)!.ToLowerInvariant()),
            index == 0
                ? Html.Element("th", new XAttribute("scope", "rowgroup"), new XAttribute("rowspan", row.Lines.Count), row.Label)
                : null,
            Html.Header("row", line.Name),
            line.Cells.Select(Cell))));

    private static XElement Cell(TableCell cell) =>
        Html.Element("td", cell.Text, cell.Note is { } note ? Html.Element("sup", Html.Link($"note{note}", $"{note}")) : null);

    private static XElement? Notes(TuningTable table) =>
        table.Notes.Count == 0
            ? null
            : Html.Element(
                "ol",
                Html.Class("notes"),
                table.Notes.Select((note, index) => Html.Element("li", new XAttribute("id", $"note{index + 1}"), note)));
}
