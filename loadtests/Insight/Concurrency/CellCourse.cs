using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Concurrency;

/// <summary>A cell with how it went, second by second.</summary>
/// <param name="Threads">Of the Package process, counted from outside; time in
/// seconds from the start of the measured load.</param>
internal sealed record CellCourse(CellFigures Figures, IReadOnlyList<ChartPoint> Threads)
{
    public IEnumerable<ChartPoint> Successful =>
        Figures.Record.Load.Seconds
            .Where(second => second.Second + 1 <= Figures.Record.Load.DurationSeconds)
            .Select(second => new ChartPoint(second.Second + 0.5, second.Successful));

    public static async Task<CellCourse> ReadAsync(RunFolder folder, CancellationToken cancellationToken) =>
        Of(await folder.ReadRecordAsync(cancellationToken), await folder.ReadSamplesAsync(cancellationToken));

    public static CellCourse Of(RunRecord record, RunSamples samples) => new(
        CellFigures.Of(record, samples),
        [
            .. samples.Processes
                .Where(sample => sample.Process == CellFigures.Package && sample.Second < record.Load.DurationSeconds)
                .Select(sample => new ChartPoint(sample.Second + 1, sample.Threads)),
        ]);
}
