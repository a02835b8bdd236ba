namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>A study as one self-contained page that opens from disk.</summary>
public static class StudyHtml
{
    private const string SetupId = "setup";

    /// <summary>Writes the page and all <see cref="Study.Pages"/>, and creates their folders if they are missing.</summary>
    /// <exception cref="IOException">The disk is full or a file cannot be written; the message has its path.</exception>
    public static async Task WriteAsync(Study study, string path, CancellationToken cancellationToken)
    {
        await ReportPage.WriteAsync(Build(study), path, cancellationToken);
        foreach (var page in study.Pages)
        {
            await WriteAsync(page.Build(), page.Path, cancellationToken);
        }
    }

    internal static XElement Build(Study study) => ReportPage.Build(
        Capitalized(study.Envelope.Title),
        study.Summary,
        study.AllWarnings,
        study.Links,
        [
            .. study.Shown.Select(Section),
            .. study.Sections.Any(section => section.Id == SetupId) ? Array.Empty<XElement>() : [Setup(study.Envelope)],
        ]);

    internal static XElement Section(StudySection section) => Html.Section(
        section.Id, section.Heading, section.IsFolded, Parts(section.Shown));

    internal static XElement Part(StudyPart part, string level = "h3") => part.Fold is { } summary
        ? Html.Element("details", Html.Class("folded"), Html.Element("summary", summary), Open(part, level))
        : Open(part, level);

    /// <summary>Charts in a row share the width of the page, or are below each other if it is narrow.</summary>
    private static IEnumerable<XElement> Parts(IReadOnlyList<StudyPart> parts)
    {
        var level = "h3";
        for (var index = 0; index < parts.Count;)
        {
            var panels = parts.Skip(index).TakeWhile(IsPanel).ToList();
            yield return panels.Count > 0
                ? Html.Element("div", Html.Class("panels"), panels.Select(panel => Part(panel, level)))
                : Part(parts[index], "h4");
            level = parts[index] is StudyProse { Heading: not null } ? "h4" : level;
            index += Math.Max(1, panels.Count);
        }
    }

    private static bool IsPanel(StudyPart part) => part is StudyChart { Fold: null } or StudyTable { IsNextToCharts: true };

    private static XElement Open(StudyPart part, string level) => part switch
    {
        StudyTable table => Table(table),
        StudyChart { Chart: var chart } shown => Html.Figure(level, shown.Heading, chart, shown.Explanation),
        StudyVerdicts verdicts => Html.Element("ul", Html.Class("verdicts"), verdicts.Verdicts.Select(Verdict)),
        StudyList { Kind: ListKind.Figures } list => Html.Element("dl", Html.Class("tiles"), list.Items.Select(item =>
            Html.Element(
                "div", Html.Element("dt", item.Term), item.Details.Prepend(item.Text).Select(text => Html.Element("dd", text))))),
        StudyList { Kind: ListKind.Ranked } list => Html.Element("ol", Html.Class("findings"), list.Items.Select(Item)),
        StudyList list => Html.Element("ul", Html.Class("verdicts"), list.Items.Select(Item)),
        StudyNotes notes => Html.Element(
            "ul", Html.Class("notes"), notes.Sentences.Select(sentence => Html.Element("li", sentence))),
        StudyProse prose => Html.Element(
            "div",
            prose.Heading is { } heading ? Html.Element("h3", heading) : null,
            prose.Text.Length > 0 ? Html.Paragraph(prose.Text) : null),
        _ => throw new NotSupportedException($"{part.GetType().Name} has no HTML form."),
    };

    private static XElement Item(StudyListItem item) => Html.Element(
        "li",
        Html.Element("b", item.Page is { } page ? Html.Link(page, item.Term) : item.Term, item.Text.Length == 0 ? "" : ": "),
        item.Text,
        item.Details.Count == 0 ? null : Html.Element("ul", item.Details.Select(detail => Html.Element("li", detail))));

    private static XElement Verdict(StudyVerdict verdict) => Html.Element(
        "li",
        Html.Element("b", $"{Capitalized(verdict.Answer)}: "),
        $"{verdict.Goal}. Found: {verdict.Found} ({verdict.Basis}).");

    private static XElement Table(StudyTable table)
    {
        var (columns, rows) = table.Shown;
        return Html.Element(
            "div",
            Html.Class(table.IsNextToCharts ? "next-to-charts" : null),
            Html.Table(
                table.Title,
                columns.Count,
                Html.Class(table.IsGrouped ? "figures" : null),
                Html.Element("caption", table.Title),
                Html.Element("thead", Html.Element("tr", columns.Select(column => Html.Header("col", column.Heading)))),
                table.IsGrouped
                    ? Groups(rows).Select(group => Html.Element("tbody", Group(group, table.Key)))
                    : Html.Element("tbody", rows.Select(row => Html.Element("tr", Cells(row, table.Key))))),
            table.Explanation is { } explanation ? Html.Paragraph(explanation) : null,
            table.Notes.Count == 0 ? null : Html.Element("ol", Html.Class("notes"), table.Notes.Select((note, index) =>
                Html.Element("li", new XAttribute("id", NoteId(table.Key, index + 1)), note))));
    }

    /// <summary>A row with a name starts a group.</summary>
    private static List<List<IReadOnlyList<Cell>>> Groups(IReadOnlyList<IReadOnlyList<Cell>> rows)
    {
        List<List<IReadOnlyList<Cell>>> groups = [];
        foreach (var row in rows)
        {
            if (groups.Count == 0 || row[0].Text.Length > 0)
            {
                groups.Add([]);
            }

            groups[^1].Add(row);
        }

        return groups;
    }

    private static IEnumerable<XElement> Group(List<IReadOnlyList<Cell>> rows, string key) =>
        rows.Select((row, index) => Html.Element(
            "tr",
            index > 0 ? null : Html.Element(
                "th", new XAttribute("scope", "rowgroup"), new XAttribute("rowspan", rows.Count), row[0].ToString()),
            Cells([.. row.Skip(1)], key)));

    private static IEnumerable<XElement> Cells(IReadOnlyList<Cell> row, string key) =>
    [
        Html.Header("row", row[0].ToString()),
        .. row.Skip(1).Select(cell => Html.Element(
            "td",
            Html.Class(cell.CssClass),
            cell.Text,
            cell.Note is { } note
                ? Html.Element("sup", Html.Link($"#{NoteId(key, note)}", $"{note}"))
                : null)),
    ];

    private static string NoteId(string key, int note) => $"{key}-note{note}";

    private static XElement Setup(StudyEnvelope envelope) => Html.Section(
        SetupId,
        "How to repeat it",
        isFolded: false,
        Html.Paragraph(envelope.StartedAt.ToString("yyyy-MM-dd HH:mm:ss zzz")),
        Html.Element("p", Html.Element("code", envelope.Command)),
        Html.Paragraph(envelope.Conditions));
}
