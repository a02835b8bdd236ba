namespace DroneDelivery.LoadTests.Lab.Tuning;

/// <summary><c>tuning</c>: runs the four tests, and writes the table and the report.</summary>
public static class TuningCommand
{
    /// <param name="engine">The engine that puts the load on the system.</param>
    /// <param name="comparedWith">An engine that can run each test too, for comparison; null for none.</param>
    public static Command Create(LoadEngine engine, TimeProvider time, LoadEngine? comparedWith = null)
    {
        var (options, account) = (new TuningOptions(comparedWith), new AccountOptions());
        var runner = new StudyRunner(TuningLab.Name, time);
        var command = runner.CreateCommand(
            "Runs the four tuning tests and prints their table with the published figures. Quick: 45 s of load each.",
            [.. options.All, .. account.All]).NeedsClone();
        command.Run(account.Read, (on, arguments, token) => RunAsync(
            runner, arguments, options.Read(arguments, TuningLab.Scenarios, engine) with { Account = on }, time, token));
        return command;
    }

    /// <summary>Runs the tests of <paramref name="settings"/> and writes all their results.</summary>
    internal static async Task<int> RunAsync(
        StudyRunner runner, ParseResult arguments, LabSettings settings, TimeProvider time, CancellationToken cancellationToken)
    {
        // Disposed last: it says which throughput was not lowered, after all results.
        using var account = settings.Account?.Open(runner.Progress(arguments).Say, time);
        var isLowered = true;
        var code = await runner.RunAsync(arguments, MeasureAsync, account is null ? null : PrepareAsync);
        return isLowered ? code : ExitCode.CouldNotBeDone;

        async Task PrepareAsync(LabSession lab)
        {
            settings = settings with
            {
                Account = await FindEmulatorRunsAsync(settings, Path.GetDirectoryName(lab.Folder)!, cancellationToken),
            };
            await account.PrepareAsync(
                Describe(settings), settings.Scenarios.Max(each => each.Throughput), settings.Account.IsAgreed,
                settings.Account.Ask, cancellationToken);
        }

        async Task<Study?> MeasureAsync(LabSession lab)
        {
            var token = account?.InterruptBy(cancellationToken) ?? cancellationToken;
            await using var live = await RunWatch.StartIfAskedAsync(settings.LivePort, lab.Progress, time, token);
            var suite = new ScenarioSuite(
                live is null ? settings : settings with { Watch = live.Show }, lab.Folder, time, account);
            var outcome = new SuiteOutcome([], null);
            try
            {
                outcome = await suite.RunAsync(lab.Progress, token);
            }
            finally
            {
                isLowered = account is null || await account.LowerAsync();
            }

            var report = Path.Combine(lab.Folder, StudyRunner.ReportFile);
            return await lab.StudyAsync(
                new SideBySide(settings.Engine, settings.ComparedWith), outcome,
                (runs, reading) => RunPages.ReadAsync(runs, report, reading), token);
        }
    }

    /// <summary>The tests in words. Each also starts services, for about half a minute.</summary>
    internal static string Describe(LabSettings settings)
    {
        var engines = new SideBySide(settings.Engine, settings.ComparedWith).TurnsOf(0).Count;
        var (count, seconds) = (settings.Scenarios.Count * engines, settings.Duration.TotalSeconds);
        return $"{Counted(count, "test")} of {seconds:0} s, about {Counted(Math.Ceiling(count * (seconds + 36) / 60), "minute")}";
    }

    /// <summary>Without <c>--emulator-runs</c> the last tests on the emulator with the same load.</summary>
    private static async Task<AccountSettings> FindEmulatorRunsAsync(
        LabSettings settings, string runs, CancellationToken cancellationToken)
    {
        var account = settings.Account!;
        if (account.EmulatorRuns is { } given)
        {
            foreach (var scenario in settings.Scenarios)
            {
                var run = new RunFolder(Path.Combine(given, scenario.Name));
                var record = run.HoldsRun ? await RunFolders.ReadAsync(() => run.ReadRecordAsync(cancellationToken))
                    : throw new LabException($"--emulator-runs needs a run of each test, and there is none in {run.Path}.");
                if (record.Cosmos.Account is { } other)
                {
                    throw new LabException($"--emulator-runs needs runs on the emulator, and {run.Path} is of {other}.");
                }
            }

            return account;
        }

        IEnumerable<string> folders =
            Directory.Exists(runs) ? Directory.EnumerateDirectories(runs, $"*-{settings.Lab}").Where(RunFolders.HoldsAny) : [];
        foreach (var folder in folders.OrderDescending(StringComparer.Ordinal))
        {
            var run = RunFolders.All(folder)[0];
            var record = await RunFolders.ReadAsync(() => run.ReadRecordAsync(cancellationToken));
            if (record.Cosmos.Account is null && record.Manifest.Mode == settings.Mode)
            {
                return account with { EmulatorRuns = folder };
            }
        }

        return account;
    }
}
