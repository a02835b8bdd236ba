using System.Globalization;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Engines;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>Runs cells one after another.</summary>
internal sealed class ConcurrencySuite(ConcurrencySettings settings, TimeProvider time)
{
    /// <summary>
    /// A cancelled or failed suite returns the folders of the cells that were measured. Everything that was started is stopped on
    /// return.
    /// </summary>
    public Task<SuiteOutcome> RunAsync(Action<string> say, CancellationToken cancellationToken) => SuiteOutcome.OfAsync(
        folders => RunAllAsync(folders, say, cancellationToken),
        () => say("Stopped before the load of a cell began."),
        cancellationToken);

    private async Task RunAllAsync(List<RunFolder> folders, Action<string> say, CancellationToken cancellationToken)
    {
        await using var service = await ItemService.StartAsync(settings.Folder, time, cancellationToken);
        var engines = new SideBySide(settings.Engine, settings.ComparedWith);
        var turns =
            from cell in settings.Cells.Index()
            from engine in engines.TurnsOf(cell.Index)
            select (cell.Index, cell.Item, engine);
        foreach (var (index, cell, engine) in turns)
        {
            var by = settings.ComparedWith is null ? "" : $", {engine.Name}";
            say(FormattableString.Invariant($"{index + 1} of {settings.Cells.Count}: {cell.Title}{by}"));
            await service.UseAsync(cell, cancellationToken);
            var run = new CellRun(settings with { Engine = engine }, cell, service, time);
            folders.Add(
                await run.RunAsync(Path.Combine(settings.Folder, engines.FolderOf(engine, cell.Name)), say, cancellationToken));
            await SayResultAsync(folders[^1], say);
            if (cancellationToken.IsCancellationRequested)
            {
                break;
            }
        }
    }

    private static async Task SayResultAsync(RunFolder folder, Action<string> say)
    {
        var figures = await CellFigures.ReadAsync(folder, CancellationToken.None);
        say(string.Create(
            CultureInfo.InvariantCulture,
            $"  highest {figures.HighestPerSecond:0.#} req/s, {figures.Successful:#,0} successful, {figures.Failed:#,0} failed, "
            + $"up to {figures.Threads:0} threads"));
    }
}
