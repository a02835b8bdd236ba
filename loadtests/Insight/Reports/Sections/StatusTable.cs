using System.Xml.Linq;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>Answers by status of everything that answers: the whole system, each service, Cosmos DB.</summary>
internal static class StatusTable
{
    /// <summary>Nothing where no answer was kept.</summary>
    public static XElement? Build(IReadOnlyList<ReportRun> runs)
    {
        var answers = runs
            .SelectMany(run => run.Answers.Statuses)
            .Select(answer => (answer.AnsweredBy, answer.Status))
            .Distinct()
            .ToList();
        return answers.Count == 0
            ? null
            : Html.Element(
                "details",
                Html.Element("summary", "Answers of each service by status"),
                Html.Wide("Answers of each service by status", Html.Table(
                    "Answers by status, as the query by-status has them; those of services are of traced requests",
                    runs.Select(run => run.Title),
                    answers
                        .OrderBy(answer => answer.AnsweredBy, StringComparer.Ordinal)
                        .ThenBy(answer => answer.Status)
                        .Select(answer =>
                            ($"{answer.AnsweredBy}: {NameOf(answer.Status)}", runs.Select(run => (object)Cell(run, answer)))),
                    "answered by")));
    }

    private static string NameOf(int status) => status == 0 ? "no answer" : $"{status}";

    private static string Cell(ReportRun run, (string AnsweredBy, int Status) wanted) =>
        run.Answers.Statuses.FirstOrDefault(answer => (answer.AnsweredBy, answer.Status) == wanted) is { } found
            ? $"{Count(found.Answers)} ({Short(found.Percent)} %)"
            : None;
}
