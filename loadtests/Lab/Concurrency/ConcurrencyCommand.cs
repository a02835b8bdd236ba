namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary><c>concurrency</c>: compares blocking, pooled and unlimited asynchronous calls to the database.</summary>
public static class ConcurrencyCommand
{
    /// <param name="comparedWith">A second load generator that can run each cell too; null for none.</param>
    public static Command Create(LoadEngine engine, TimeProvider time, LoadEngine? comparedWith = null)
    {
        var length = new StudyLength("each cell", ConcurrencyLoad.Quick, ConcurrencyLoad.Full);
        var cells = new Option<string[]>("--cells")
        {
            Description =
                $"The cells to run: any of {string.Join(", ", ConcurrencyLab.Words)}, or a cell's name. Default: all.",
            AllowMultipleArgumentsPerToken = true,
            Validators = { OptionValidator.ForWords(ConcurrencyLab.Choose) },
        };
        var sideBySide = SideBySide.Option(comparedWith);
        var runner = new StudyRunner(ConcurrencyLab.Name, time);
        var command = runner.CreateCommand(
            "Compares a service with blocked threads, with a pool of 100 calls, and without a limit. Further calls wait for the "
            + "pool or fail. The service does three kinds of work at three latencies of the database. Prints the throughput "
            + $"of each of the {ConcurrencyLab.Cells.Count} cells and the metrics that explain it. Quick: 20 s of load each.",
            [length.Full, length.Seconds, cells, .. comparedWith is null ? [] : new[] { sideBySide }]).NeedsClone();

        command.SetAction((arguments, token) => runner.RunAsync(arguments, async session =>
        {
            var settings = new ConcurrencySettings(
                ConcurrencyLab.Choose(arguments.GetValue(cells) ?? []), length.Read(arguments), session.Folder,
                CommandLine.FromArguments(arguments, engine), engine)
            {
                ComparedWith = arguments.GetValue(sideBySide) ? comparedWith : null,
            };
            return await session.StudyAsync(
                new SideBySide(engine, settings.ComparedWith),
                await new ConcurrencySuite(settings, time).RunAsync(session.Say, token),
                ConcurrencyStudy.ReadAsync,
                token);
        }));
        return command;
    }
}
