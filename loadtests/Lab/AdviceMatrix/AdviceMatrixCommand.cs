namespace DroneDelivery.LoadTests.Lab.AdviceMatrix;

/// <summary><c>advice-matrix</c>: runs every fault at every strength, and checks whether the advisor reports it.</summary>
internal static class AdviceMatrixCommand
{
    /// <summary>The exit code for a wrong verdict, or for more than one certain finding in 40 healthy runs.</summary>
    private const int WrongFindings = 3;

    private const int DefaultHealthyRuns = 40;

    public static Command Create(LoadEngine engine, TimeProvider time)
    {
        var only = new Option<string[]>("--only")
        {
            Description = $"Faults to plant: {FaultCatalog.NamesInWords}. Default: all.",
            AllowMultipleArgumentsPerToken = true, HelpName = "FAULT",
            DefaultValueFactory = _ => [],
        }.AllowOnly(FaultCatalog.Names);
        var healthy = new Option<int?>("--healthy")
        {
            Description = $"Runs without a fault. Default: {DefaultHealthyRuns}, and with --only 0.",
        };
        var seconds = NumberOption.Create<double>(
            "--duration", "Load of each run, in seconds.", defaultValue: 20, min: 1, max: 3_600);
        var runner = new StudyRunner(MatrixStudy.Name, time, (WrongFindings, "a finding is wrong"));
        var command = runner.CreateCommand(
            "Plants every fault at three strengths, and prints whether the advisor reports it.",
            only, healthy, seconds).NeedsClone();
        command.SetAction(async (arguments, token) =>
        {
            var names = arguments.GetRequiredValue(only);
            MatrixFigures? figures = null;
            var code = await runner.RunAsync(arguments, async session =>
            {
                var settings = new LabSettings(
                    [], SimulationProfile.Load(SimulationProfile.Default), TimeSpan.FromSeconds(arguments.GetValue(seconds)),
                    CommandLine.FromArguments(arguments), engine);
                var matrix = new MatrixRun(
                    [.. FaultCatalog.AllStrengths.Where(fault =>
                        names.Length == 0 || names.Contains(fault.Name) || names.Contains(fault.Kind))],
                    arguments.GetValue(healthy) ?? (names.Length > 0 ? 0 : DefaultHealthyRuns), settings, session, time);
                return await LabSession.StudyAsync(
                    await matrix.RunAsync(token),
                    async (runs, reading) => MatrixStudy.Build(figures = await MatrixFigures.ReadAsync(runs, reading)),
                    token);
            });
            return code == ExitCode.Done && figures is { IsRight: false } ? WrongFindings : code;
        });
        return command;
    }
}
