using System.Xml;
using System.Xml.Linq;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Reports.Pages;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.Insight.Tests.Reports.Pages;

/// <summary>Writes the page of runs into a folder of the test, and finds its parts.</summary>
public abstract class WrittenPage : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("insight-");

    protected string FolderOf(string run) => Path.Combine(_folder.FullName, run);

    public void Dispose()
    {
        _folder.Delete(recursive: true);
        GC.SuppressFinalize(this);
    }

    protected static XElement Section(XElement page, string id) =>
        page.Descendants("section").Single(section => section.Attribute("id")!.Value == id);

    protected static string Caption(XElement page, string heading) =>
        page.Descendants("figure")
            .Single(
                figure => figure.Elements().Any(element => element.Name.LocalName is "h3" or "h4" && element.Value == heading))
            .Element("figcaption")!.Value;

    protected static XElement FindByClass(XElement parent, string name, string cssClass) =>
        parent.Descendants(name).Single(element => (string?)element.Attribute("class") == cssClass);

    protected static Task<string> ReadAsync(string path) => File.ReadAllTextAsync(path, TestContext.Current.CancellationToken);

    protected static XElement Parse(string path)
    {
        using var reader = XmlReader.Create(path, new XmlReaderSettings { DtdProcessing = DtdProcessing.Ignore });
        return XElement.Load(reader);
    }

    private protected Task<string> WriteAsync(params SyntheticRun[] runs) =>
        WriteAsync([.. runs.Select(run => (run.Record(), RunSamples.None with { Spans = run.Spans(60) }))]);

    private protected Task<string> WriteAsync((RunRecord Record, IReadOnlyList<SpanRecord> Spans)[] runs) =>
        WriteAsync([.. runs.Select(run => (run.Record, RunSamples.None with { Spans = run.Spans }))]);

    private protected async Task<string> WriteAsync((RunRecord Record, RunSamples Samples)[] runs)
    {
        var token = TestContext.Current.CancellationToken;
        var folders = new List<RunFolder>();
        foreach (var (record, samples) in runs)
        {
            var folder = new RunFolder(FolderOf($"run{folders.Count}"));
            var operation = record.Operation ?? OperationRecord.FromSamples(samples, TraceBuilder.Route);
            await folder.WriteAsync(record with { Operation = operation }, samples, token);
            folders.Add(folder);
        }

        var path = Path.Combine(_folder.FullName, "reports", "report.html");
        await StudyHtml.WriteAsync(RunStudy.Build(await ReportRun.ReadAsync(folders, token)), path, token);
        return path;
    }
}
