namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>http</c>: puts load on an HTTP address of this machine, or of others with <c>--allow-remote</c>.</summary>
internal sealed class HttpCommand(TimeProvider time)
{
    private const int ThresholdMissed = 3;

    private readonly Option<string> _runs = SystemOptions.Runs("The folder in which a folder with the run is created.");

    public static Command Create(TimeProvider time)
    {
        var options = new HttpCommand(time);
        var plan = new HttpOptions();
        var command = new ToolCommand(
            HttpLoadRun.Name,
            "Puts load on an HTTP address of this machine, prints the results, and writes a run folder. --allow-remote allows "
            + $"others. {ExitCode.Help((ThresholdMissed, "a threshold was missed"))}");
        plan.AddTo(command);
        command.Options.Add(options._runs);
        command.Run(plan.Read, options.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(HttpPlan plan, ParseResult arguments, CancellationToken cancellationToken)
    {
        plan.Files.Prepare();
        var session = SessionFolder.Create(arguments.GetRequiredValue(_runs), HttpLoadRun.Name, time);
        try
        {
            return await RunAsync(plan, session, arguments, cancellationToken);
        }
        finally
        {
            SessionFolder.DeleteIfEmpty(session);
        }
    }

    private async Task<int> RunAsync(
        HttpPlan plan, string session, ParseResult arguments, CancellationToken cancellationToken)
    {
        var invocation = arguments.InvocationConfiguration;
        var progress = new HttpProgress(ErrorConsole.For(invocation), time);
        var run = new HttpLoadRun(
            plan,
            (monitor, load) => plan.Quiet ? Task.CompletedTask : progress.ShowAsync(monitor, load),
            invocation.Error.WriteLine,
            time);
        var (report, folder) = await run.RunAsync(
            Path.Combine(session, HttpLoadRun.Name), CommandLine.FromArguments(arguments), cancellationToken);
        if (report.EndedInWarmUp)
        {
            plan.Files.Write(report);
            await invocation.Error.WriteLineAsync("Interrupted during the warm-up: nothing was measured.");
            return ExitCode.Interrupted;
        }

        var printed = plan.PrintsJson ? ResultFiles.ToJson(report)
            : plan.Quiet ? string.Join('\n', HttpSummary.Thresholds(report))
            : HttpSummary.Plain(report);
        if (printed.Length > 0)
        {
            await invocation.Output.WriteLineAsync(printed);
        }

        if (folder is not null && !plan.Quiet)
        {
            var paths = plan.PrintsJson ? invocation.Error : invocation.Output;
            await paths.WriteLineAsync($"\nRun:    {folder.Path}");
        }

        plan.Files.Write(report);
        if (report.Completed == 0)
        {
            var reasons = string.Join(", ", report.Errors.Keys.DefaultIfEmpty("none was answered"));
            var fault = $"No request succeeded ({reasons}): nothing was measured of {report.Url}.";
            await invocation.Error.WriteLineAsync($"{fault} {FailureHint.ForReport(report)}".TrimEnd());
        }

        return cancellationToken.IsCancellationRequested ? ExitCode.Interrupted
            : report.Thresholds.Any(threshold => !threshold.Met) ? ThresholdMissed
            : report.Completed == 0 ? ExitCode.CouldNotBeDone
            : ExitCode.Done;
    }
}
