using Spectre.Console;

namespace DroneDelivery.LoadTests.Lab.AdviceMatrix;

/// <summary><c>advice-matrix</c>: runs every fault at every strength, and checks whether the advisor reports it.</summary>
internal static class AdviceMatrixCommand
{
    /// <summary>The exit code for a wrong verdict, or for more than one certain finding in 40 healthy runs.</summary>
    private const int WrongFindings = 3;

    private const int HealthyRunsOfACertainFinding = 40;
    private const int DefaultHealthyRuns = 40;
    private const double DefaultSeconds = 20;

    public static Command Create(LoadEngine engine, string project, TimeProvider time)
    {
        var only = new Option<string[]>("--only")
        {
            Description = $"Faults to plant: {FaultCatalog.NamesInWords}. Without it all.",
            AllowMultipleArgumentsPerToken = true,
            DefaultValueFactory = _ => [],
        };
        var healthy = new Option<int?>("--healthy")
        {
            Description = $"Runs without a fault; {DefaultHealthyRuns} without --only, else none.",
        };
        var seconds = new Option<double>("--duration")
        {
            Description = "Load of each run, in seconds.",
            DefaultValueFactory = _ => DefaultSeconds,
        };
        var markdown = new Option<FileInfo?>("--markdown") { Description = "Also writes the table to this file." };
        var runs = SystemOptions.Runs("The folder for run folders.");
        var command = new ToolCommand(
            "advice-matrix",
            "Plants every fault at three strengths, and prints whether the advisor reports it. "
            + ExitCode.Help((WrongFindings, "a finding is wrong")))
        {
            only, healthy, seconds, markdown, runs,
        };
        command.Run(line => CheckFaultNames(line.GetValue(only) ?? []), (names, arguments, token) =>
        {
            var settings = new LabSettings(
                [],
                SimulationProfile.Load(SimulationProfile.Default),
                TimeSpan.FromSeconds(arguments.GetValue(seconds)),
                arguments.GetRequiredValue(runs),
                CommandLine.FromArguments(project, arguments),
                engine);
            var progress = new LabProgress(AnsiConsole.Console, time);
            var matrix = new MatrixRun(
                [.. FaultCatalog.AllStrengths.Where(fault =>
                    names.Length == 0 || names.Contains(fault.Name) || names.Contains(fault.Kind))],
                arguments.GetValue(healthy) ?? (names.Length > 0 ? 0 : DefaultHealthyRuns),
                settings,
                progress,
                time);
            return RunAsync(matrix, settings.Command, arguments.GetValue(markdown), progress, token);
        });
        return command;
    }

    private static string[] CheckFaultNames(string[] names) => names.Except(FaultCatalog.Names).FirstOrDefault() is { } unknown
        ? throw new FormatException($"There is no fault '{unknown}'. Faults: {FaultCatalog.NamesInWords}.")
        : names;

    private static async Task<int> RunAsync(
        MatrixRun matrix, string command, FileInfo? markdown, LabProgress progress, CancellationToken cancellationToken)
    {
        progress.WarnOfDebugBuild();
        OutputFile.Prepare(markdown);
        var rows = await matrix.RunAsync(cancellationToken);
        var table = MatrixText.Markdown(rows, matrix.Failures, command);
        progress.Say("");
        progress.Say(table);
        OutputFile.Write(markdown, file => file.Write(Encoding.UTF8.GetBytes(table + Environment.NewLine)));
        cancellationToken.ThrowIfCancellationRequested();
        return matrix.Failures.Count > 0 ? ExitCode.CouldNotBeDone : IsRight(rows) ? 0 : WrongFindings;
    }

    private static bool IsRight(IReadOnlyList<MatrixRow> rows)
    {
        var healthy = rows.Where(row => row.Fault is null).ToList();
        return !rows.Any(row => row.Verdict == MatrixVerdict.Wrong)
            && healthy.Sum(row => row.CertainFindings) * HealthyRunsOfACertainFinding
                <= Math.Max(healthy.Count, HealthyRunsOfACertainFinding);
    }
}
