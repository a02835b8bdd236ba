using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Advice;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>What holds each run back, with the evidence, the next step and what it is predicted to bring.</summary>
internal static class ExplanationSection
{
    public static XElement Build(IReadOnlyList<ReportRun> runs) => Html.Section(
        "explanation",
        "What holds it back",
        Html.Paragraph("From the run alone; the same as the lab's explain command says."),
        runs.Select(run => Html.Element(
            "div",
            runs is [_] ? null : Html.Element("h3", run.Title),
            run.Diagnosis.Findings.Count == 0 ? Html.Paragraph(run.Diagnosis.Verdict) : Findings(run.Diagnosis.Findings),
            run.Diagnosis.Notes.Select(note => Html.Paragraph(note)))));

    private static XElement Findings(IEnumerable<Finding> findings) =>
        Html.Element("ol", Html.Class("findings"), findings.Select(Item));

    private static XElement Item(Finding finding) => Html.Element(
        "li",
        Html.Element("b", DiagnosisText.Heading(finding)),
        Html.Element("ul", DiagnosisText.EvidenceOf(finding).Select(line => Html.Element("li", line))),
        finding.NextSteps.Select(step => Html.Element(
            "p",
            Html.Element("b", "Next step: "),
            DiagnosisText.Step(step),
            DiagnosisText.PredictionOf(step).Select(line => Html.Element("small", $" {line}")))));
}
