namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>The command <c>http</c> on another load engine: accepts what it can run, and prints what it reports.</summary>
public sealed class EngineHttpCommand(LoadEngine engine, LoadEngine comparedWith)
{
    private const string Name = "http";

    private readonly PlanOptions _plan = new();
    private readonly Option<string> _runs = SystemOptions.Runs("The folder in which a folder for the reports is created.");
    private readonly Option<bool> _sideBySide = SideBySide.Option(comparedWith);

    /// <param name="comparedWith">An engine that can run the same load too, for comparison.</param>
    public static Command Create(LoadEngine engine, TimeProvider time, LoadEngine comparedWith)
    {
        var options = new EngineHttpCommand(engine, comparedWith);
        var command = new ToolCommand(
            Name,
            $"Puts load on an HTTP address of this machine with {engine.Name} (others with --allow-remote). For thresholds, "
            + $"checks and result files use ./lab http. {ExitCode.Help()}") { options._sideBySide, options._runs };
        options._plan.AddTo(command);
        command.Run(options.Read, (plan, arguments, token) => options.RunAsync(plan, arguments, time, token));
        return command;
    }

    /// <exception cref="FormatException">The load is invalid, or the engine cannot run it; the message is one line.</exception>
    private HttpPlan Read(CommandResult result)
    {
        var plan = _plan.Read(result);
        return WhyNot(plan) is { } refusal ? throw new FormatException(refusal) : plan;
    }

    private string? WhyNot(HttpPlan plan) => plan switch
    {
        { Work: JourneyWork } => $"--journey counts each call of a journey, which {engine.Name} does not. Use ./lab http.",
        { Thresholds.Count: > 0 } => $"--threshold needs figures that {engine.Name} does not report. Use ./lab http.",
        { IdleConnections: > 0 } => "--idle-connections belongs to the built-in engine. Use ./lab http.",
        { Shape.Load.Requests: not null } => "--requests belongs to the built-in engine. Use ./lab http.",
        _ => engine.WhyNot(plan.Shape.Load),
    };

    private async Task<int> RunAsync(
        HttpPlan plan, ParseResult arguments, TimeProvider time, CancellationToken cancellationToken)
    {
        var folder = SessionFolder.Create(arguments.GetRequiredValue(_runs), Name, time);
        var startedAt = time.GetUtcNow();
        var engines = new SideBySide(engine, arguments.GetValue(_sideBySide) ? comparedWith : null);
        var runs = new List<EngineRun>();
        foreach (var current in engines.TurnsOf(load: 0))
        {
            var runFolder = Path.Combine(folder, engines.FolderOf(current, Name));
            SessionFolder.Make(runFolder);
            runs.Add(await RunAsync(plan, current, runFolder, time, cancellationToken));
            if (cancellationToken.IsCancellationRequested)
            {
                break;
            }
        }

        var title = $"{plan.Work.Method} {plan.Work.Url}, {plan.Shape.Words}{plan.Work.Words}";
        var output = arguments.InvocationConfiguration.Output;
        if (runs is [var first, var second])
        {
            var envelope = new StudyEnvelope(
                Name, Name, startedAt, CommandLine.FromArguments(arguments, engine), Commit: null, RunManifestBuilder.Machine())
            {
                DebugBuild = MachineReader.IsDebugBuild,
            };
            await SideBySide.ShowAsync(
                EngineStudy.Build(envelope, [new EnginePair(title, first, second)]), folder, output.WriteLine);
        }
        else
        {
            await output.WriteLineAsync($"{title}\n{StudyText.Rows(new EngineTable(runs).Build("figures", title))}");
            foreach (var sentence in runs.SelectMany(CountDifferences.DescribeEnd))
            {
                await output.WriteLineAsync(sentence);
            }
        }

        return cancellationToken.IsCancellationRequested ? ExitCode.Interrupted
            : runs.All(run => run.Load.Successful == 0) ? ExitCode.CouldNotBeDone
            : ExitCode.Done;
    }

    /// <summary>Each run opens its own connections.</summary>
    /// <exception cref="LabException">
    /// The host is unknown, nothing listens there, the protocol is not supported, or the engine does not start.
    /// </exception>
    private static async Task<EngineRun> RunAsync(
        HttpPlan plan, LoadEngine engine, string folder, TimeProvider time, CancellationToken cancellationToken)
    {
        await HttpReach.RequireListenerAsync(plan.Work.Target, plan.Client, time, cancellationToken);
        using var client = LoadClient.Connect(plan.Client, time);
        var action = plan.Work.ActionOf(client, plan.Checks, time);
        var measured = await engine.RunAsync(
            new LoadAssignment(Name, plan.Shape.Load, action, new LoadMonitor(), _ => ValueTask.CompletedTask, folder),
            cancellationToken);
        return new EngineRun(engine.Name, measured.Load, measured.Interrupted, RequestUnitsPerOperation: null);
    }
}
