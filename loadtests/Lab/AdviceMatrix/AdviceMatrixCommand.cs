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
        var runner = new StudyRunner(MatrixStudy.Name, time, (WrongFindings, "a finding is wrong"));
        var command = runner.CreateCommand(
            "Plants every fault at three strengths, and prints whether the advisor reports it.", only, healthy, seconds);
        command.Run(line => CheckFaultNames(line.GetValue(only) ?? []), async (names, arguments, token) =>
        {
            IReadOnlyList<MatrixRow> rows = [];
            var code = await runner.RunAsync(arguments, async session =>
            {
                var settings = new LabSettings(
                    [],
                    SimulationProfile.Load(SimulationProfile.Default),
                    TimeSpan.FromSeconds(arguments.GetValue(seconds)),
                    CommandLine.FromArguments(project, arguments),
                    engine);
                var envelope = RunManifestBuilder.Begin(
                    MatrixStudy.Name, "planted faults and what the advisor finds", settings.Command, time);
                var matrix = new MatrixRun(
                    [.. FaultCatalog.AllStrengths.Where(fault =>
                        names.Length == 0 || names.Contains(fault.Name) || names.Contains(fault.Kind))],
                    arguments.GetValue(healthy) ?? (names.Length > 0 ? 0 : DefaultHealthyRuns),
                    settings,
                    session,
                    time);
                rows = await matrix.RunAsync(token);
                return MatrixStudy.Build(rows, envelope with
                {
                    Interrupted = token.IsCancellationRequested,
                    Failure = matrix.Failures.Count > 0 ? $"Did not run: {string.Join("; ", matrix.Failures)}" : null,
                });
            });
            return code == ExitCode.Done && !IsRight(rows) ? WrongFindings : code;
        });
        return command;
    }

    private static string[] CheckFaultNames(string[] names) => names.Except(FaultCatalog.Names).FirstOrDefault() is { } unknown
        ? throw new FormatException($"There is no fault '{unknown}'. Faults: {FaultCatalog.NamesInWords}.")
        : names;

    private static bool IsRight(IReadOnlyList<MatrixRow> rows)
    {
        var healthy = rows.Where(row => row.Fault is null).ToList();
        return !rows.Any(row => row.Verdict == MatrixVerdict.Wrong)
            && healthy.Sum(row => row.CertainFindings) * HealthyRunsOfACertainFinding
                <= Math.Max(healthy.Count, HealthyRunsOfACertainFinding);
    }
}
