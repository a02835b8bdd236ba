using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Reports.Sections;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>One run in full, or several beside each other, on one page that opens from disk.</summary>
public static class TuningReport
{
    /// <summary>Writes one self-contained HTML file; its folder is made where it is missing.</summary>
    /// <exception cref="FileNotFoundException">A folder holds no run.</exception>
    /// <exception cref="IOException">The disk is full or the file cannot be written; the message names it.</exception>
    public static async Task WriteAsync(IReadOnlyList<RunFolder> runs, string htmlPath, CancellationToken cancellationToken) =>
        await ReportDocument.WriteAsync(Build(await ReportRun.ReadAsync(runs, cancellationToken)), htmlPath, cancellationToken);

    internal static XElement Build(IReadOnlyList<ReportRun> runs)
    {
        if (runs.Count == 0)
        {
            throw new ArgumentException("A report needs at least one run.", nameof(runs));
        }

        return ReportPage.Build(
            TitleOf(runs),
            Introduction(runs),
            runs,
            [
                OverviewSection.Build(runs),
                ExplanationSection.Build(runs),
                LoadSection.Build(runs),
                LatencySection.Build(runs),
                PartsSection.Build(runs),
                AnswersSection.Build(runs),
                RequestUnitsSection.Build(runs),
                OperationsSection.Build(runs),
                WaterfallSection.Build(runs),
                ProcessesSection.Build(runs),
                SetupSection.Build(runs),
            ]);
    }

    private static string TitleOf(IReadOnlyList<ReportRun> runs)
    {
        var manifest = runs[0].Record.Manifest;
        return FormattableString.Invariant(
            $"DroneDelivery: {(runs is [var only] ? only.Title : manifest.Lab)}, {manifest.StartedAt:yyyy-MM-dd HH:mm}");
    }

    private static string Introduction(IReadOnlyList<ReportRun> runs)
    {
        var manifest = runs[0].Record.Manifest;
        return $"{runs.Count} {(runs.Count == 1 ? "run" : "runs")} ({manifest.Mode}) with the simulation profile "
            + $"“{manifest.Profile}”: {manifest.Load}. "
            + $"Generator and system ran together on {manifest.Machine.Cores} cores.";
    }
}
