namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary><c>concurrency</c>: compares blocking, pooled and unlimited asynchronous calls to the database.</summary>
public sealed class ConcurrencyCommand(LoadEngine engine, string project, TimeProvider time, LoadEngine? comparedWith)
{
    private readonly StudyLength _length = new("each cell", ConcurrencyLoad.Quick, ConcurrencyLoad.Full);

    private readonly Option<string[]> _cells = new("--cells")
    {
        Description = $"The cells to run: any of {string.Join(", ", ConcurrencyLab.Words)}, or a cell's name; without it all 27.",
        AllowMultipleArgumentsPerToken = true,
        Validators = { OptionValidator.ForWords(ConcurrencyLab.Choose) },
    };

    private readonly Option<bool> _sideBySide = SideBySide.Option(comparedWith);
    private readonly StudyRunner _runner = new(ConcurrencyLab.Name, time);

    /// <param name="project">The project for the command line, as in <c>dotnet run --project</c>.</param>
    /// <param name="comparedWith">A second load generator that can run each cell too; null for none.</param>
    public static Command Create(LoadEngine engine, string project, TimeProvider time, LoadEngine? comparedWith = null)
    {
        var options = new ConcurrencyCommand(engine, project, time, comparedWith);
        var command = options._runner.CreateCommand(
            "Runs the Package service with blocked threads, with a pool of 100 calls and without a limit, on three "
            + "kinds of work and three latencies of the database. Prints the throughput of each of the 27 cells and the "
            + "metrics that explain it. Quick: 20 s of load each.",
            options._length.Full, options._length.Seconds, options._cells);
        if (comparedWith is not null)
        {
            command.Options.Add(options._sideBySide);
        }

        command.SetAction((arguments, token) => options._runner.RunAsync(
            arguments, session => options.MeasureAsync(options.Read(arguments, session.Folder), session, token)));
        return command;
    }

    private async Task<Study?> MeasureAsync(
        ConcurrencySettings settings, LabSession session, CancellationToken cancellationToken) => await session.StudyAsync(
        new SideBySide(settings.Engine, settings.ComparedWith),
        await new ConcurrencySuite(settings, time).RunAsync(session.Say, cancellationToken),
        ConcurrencyStudy.ReadAsync,
        cancellationToken);

    private ConcurrencySettings Read(ParseResult arguments, string folder) => new(
        ConcurrencyLab.Choose(arguments.GetValue(_cells) ?? []), _length.Read(arguments), folder,
        CommandLine.FromArguments(project, arguments), engine)
    {
        ComparedWith = arguments.GetValue(_sideBySide) ? comparedWith : null,
    };
}
