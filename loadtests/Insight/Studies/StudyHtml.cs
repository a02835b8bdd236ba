using System.Globalization;
using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Reports;

namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>A study as one self-contained page that opens from disk.</summary>
public static class StudyHtml
{
    /// <summary>Writes the page; its folder is created where it is missing.</summary>
    /// <exception cref="IOException">The disk is full or the file cannot be written; the message names it.</exception>
    public static Task WriteAsync(Study study, string path, CancellationToken cancellationToken) =>
        ReportDocument.WriteAsync(Build(study), path, cancellationToken);

    internal static XElement Build(Study study) => ReportPage.Build(
        $"DroneDelivery: {study.Envelope.Title}",
        study.Summary,
        study.AllWarnings,
        [.. study.Shown.Select(Section), Setup(study.Envelope)]);

    private static XElement Section(StudySection section) =>
        Html.Section(section.Id, section.Heading, Parts(section.Shown));

    /// <summary>Charts in a row share the width of the page.</summary>
    private static IEnumerable<XElement> Parts(IReadOnlyList<StudyPart> parts)
    {
        for (var index = 0; index < parts.Count;)
        {
            var charts = parts.Skip(index).TakeWhile(part => part is StudyChart).Cast<StudyChart>().ToList();
            yield return charts.Count > 0 ? Html.Panels(charts.Select(Figure)) : Part(parts[index]);
            index += Math.Max(1, charts.Count);
        }
    }

    private static XElement Part(StudyPart part) => part switch
    {
        StudyTable table => Table(table),
        StudyVerdicts verdicts => Html.Element("ul", Html.Class("verdicts"), verdicts.Verdicts.Select(Verdict)),
        StudyNotes notes => Html.Element(
            "ul", Html.Class("notes"), notes.Sentences.Select(sentence => Html.Element("li", sentence))),
        _ => throw new NotSupportedException($"{part.GetType().Name} has no HTML form."),
    };

    private static XElement Figure(StudyChart part) =>
        Html.Figure("h3", part.Heading, ExhibitResult.In(part.Chart), part.Explanation);

    private static XElement Verdict(StudyVerdict verdict) => Html.Element(
        "li",
        Html.Element("b", $"{char.ToUpperInvariant(verdict.Answer[0])}{verdict.Answer[1..]}: "),
        $"{verdict.Goal}. Found: {verdict.Found} ({verdict.Basis}).");

    private static XElement Table(StudyTable table)
    {
        var (columns, rows) = table.Shown;
        return Html.Element(
            "div",
            Html.Wide(
                table.Title,
                Html.Element(
                    "table",
                    Html.Element("caption", table.Title),
                    Html.Element("thead", Html.Element("tr", columns.Select(column => Html.Header("col", column.Heading)))),
                    Html.Element("tbody", rows.Select(Row)))),
            table.Explanation is { } explanation ? Html.Paragraph(explanation) : null,
            table.Notes.Count == 0 ? null : Html.Element(
                "ol", Html.Class("notes"), table.Notes.Select(note => Html.Element("li", note))));
    }

    private static XElement Row(IReadOnlyList<Cell> cells) => Html.Element(
        "tr",
        Html.Header("row", cells[0].ToString()),
        cells.Skip(1).Select(cell => Html.Element(
            "td",
            Html.Class(cell.CssClass),
            cell.Text,
            cell.Note is { } note ? Html.Element("sup", note.ToString(CultureInfo.InvariantCulture)) : null)));

    private static XElement Setup(StudyEnvelope envelope) => Html.Section(
        "setup",
        "How to repeat it",
        Html.Paragraph(envelope.StartedAt.ToString("yyyy-MM-dd HH:mm:ss zzz", CultureInfo.InvariantCulture)),
        Html.Element("p", Html.Code(envelope.Command)),
        Html.Paragraph(
            $"{envelope.Machine.Os}, {envelope.Machine.Architecture}, {envelope.Machine.Cores} cores, {envelope.Machine.Runtime}"
            + (envelope.Commit is { } commit ? $", commit {commit}" : "")));
}
