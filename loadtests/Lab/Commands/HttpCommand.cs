namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>http</c>: puts load on an HTTP address of this machine, or of others with <c>--allow-remote</c>.</summary>
internal static class HttpCommand
{
    private const int ThresholdMissed = 3;

    public static Command Create(TimeProvider time)
    {
        var (load, results) = (new PlanOptions(), new ResultOptions());
        var command = new ToolCommand(
            "http",
            "Puts load on an HTTP address of this machine (others with --allow-remote), and prints the results. "
            + ExitCode.Help((ThresholdMissed, "a threshold was missed")));
        load.AddTo(command);
        results.AddTo(command);
        command.Run(
            line => results.Apply(line, load.Read(line)),
            (plan, arguments, token) => RunAsync(plan, arguments.InvocationConfiguration, time, token));
        return command;
    }

    private static async Task<int> RunAsync(
        HttpPlan plan, InvocationConfiguration invocation, TimeProvider time, CancellationToken cancellationToken)
    {
        plan.Files.Prepare();
        var run = new HttpLoadRun(plan, time);
        var running = run.RunAsync(cancellationToken);
        if (!plan.Quiet)
        {
            await new HttpProgress(ErrorConsole(invocation), time).ShowAsync(run.Monitor, running);
        }

        var report = await running;
        if (report.EndedInWarmUp)
        {
            plan.Files.Write(report);
            await invocation.Error.WriteLineAsync("Interrupted during the warm-up: nothing was measured.");
            return ExitCode.Interrupted;
        }

        var printed = plan.Quiet ? string.Join('\n', HttpSummary.Thresholds(report)) : HttpSummary.Plain(report);
        if (printed.Length > 0)
        {
            await invocation.Output.WriteLineAsync(printed);
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

    /// <summary>Progress is not part of the results: it is written to standard error.</summary>
    private static IAnsiConsole ErrorConsole(InvocationConfiguration invocation) => AnsiConsole.Create(new AnsiConsoleSettings
    {
        Out = new AnsiConsoleOutput(invocation.Error),
        Interactive = Console.IsErrorRedirected ? InteractionSupport.No : InteractionSupport.Detect,
    });
}
