using DroneDelivery.LoadTests.Insight.Reports.Pages;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>tuning</c>: runs the four tests, and writes the table and the report.</summary>
public static class TuningCommand
{
    /// <param name="engine">The engine that puts the load on the system.</param>
    /// <param name="project">The path for <c>dotnet run --project</c>.</param>
    /// <param name="comparedWith">An engine that can run each test too, for comparison; null for none.</param>
    public static Command Create(LoadEngine engine, string project, TimeProvider time, LoadEngine? comparedWith = null)
    {
        var (options, account) = (new LoadOptions(comparedWith), new AccountOptions());
        var command = new ToolCommand(
            "tuning",
            "Runs the four tuning tests and prints their table with the published figures. Quick: 45 s "
            + $"of load each. {ExitCode.Help()}");
        options.AddTo(command);
        account.AddTo(command);
        command.Run(account.Read, (on, arguments, token) => RunAsync(
            options.Read(arguments, TuningLab.Scenarios, engine, project) with { Account = on },
            options.ReadFiles(arguments),
            time,
            token));
        return command;
    }

    /// <summary>Runs the tests of <paramref name="settings"/> and writes all their results.</summary>
    internal static async Task<int> RunAsync(
        LabSettings settings, StudyFiles files, TimeProvider time, CancellationToken cancellationToken)
    {
        var progress = new LabProgress(AnsiConsole.Console, time);
        progress.WarnOfDebugBuild();
        files.Prepare();
        using var account = settings.Account?.Open(progress.Say, time);
        if (account is not null)
        {
            settings = settings with { Account = await FindEmulatorRunsAsync(settings, cancellationToken) };
            await account.PrepareAsync(
                Describe(settings), settings.Scenarios.Max(each => each.Throughput), settings.Account.IsAgreed,
                settings.Account.Ask, cancellationToken);
        }

        using var interrupt = account?.InterruptBy(cancellationToken);
        cancellationToken = interrupt?.Token ?? cancellationToken;
        await using var live = await RunWatch.StartIfAskedAsync(settings.LivePort, progress, time, cancellationToken);
        var suite = new TuningSuite(live is null ? settings : settings with { Watch = live.Show }, time, account: account);
        var (outcome, isLowered) = (new SuiteOutcome([], null), true);
        try
        {
            outcome = await suite.RunAsync(progress, cancellationToken);
        }
        finally
        {
            isLowered = account is null || await account.LowerAsync();
        }

        if (outcome.Measured.Count > 0)
        {
            var engines = new SideBySide(settings.Engine, settings.ComparedWith);
            await WriteResultsAsync(suite.Folder, outcome.Measured, engines, files, progress);
        }

        if (outcome.Failure is { } failure)
        {
            throw new LabException(failure.Message, failure);
        }

        var isInterrupted = cancellationToken.IsCancellationRequested;
        if (isInterrupted)
        {
            progress.Say("Interrupted: figures are partial.");
        }

        return !isLowered ? ExitCode.CouldNotBeDone : isInterrupted ? ExitCode.Interrupted : ExitCode.Done;
    }

    /// <summary>The tests in words. Each also starts services, for about half a minute.</summary>
    internal static string Describe(LabSettings settings)
    {
        var engines = new SideBySide(settings.Engine, settings.ComparedWith).TurnsOf(0).Count;
        var (count, seconds) = (settings.Scenarios.Count * engines, settings.Duration.TotalSeconds);
        return $"{Counted(count, "test")} of {seconds:0} s, about {Counted(Math.Ceiling(count * (seconds + 36) / 60), "minute")}";
    }

    /// <summary>Without <c>--emulator-runs</c> the last tests on the emulator with the same load.</summary>
    private static async Task<AccountSettings> FindEmulatorRunsAsync(LabSettings settings, CancellationToken cancellationToken)
    {
        var (account, runs) = (settings.Account!, settings.RunsFolder);
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

    private static async Task WriteResultsAsync(
        string folder, IReadOnlyList<RunFolder> runs, SideBySide engines, StudyFiles files, LabProgress progress)
    {
        var kept = $"The runs are in {folder}.";
        var records = await RunFolders.ReadAsync(
            () => Task.WhenAll(runs.Select(run => run.ReadRecordAsync(CancellationToken.None))));
        List<(RunFolder Folder, RunRecord Record)> own = [.. runs.Zip(records).Where(run => engines.IsOfEngine(run.Second))];
        if (own.Count > 0)
        {
            var report = Path.Combine(folder, RunPages.Report);
            var pages = await OutputFile.MakeAsync(
                report, () => RunPages.WriteAsync([.. own.Select(run => run.Folder)], report, CancellationToken.None), kept);
            progress.Say("");
            progress.Say(StudyText.Render(pages.Study.Only(TuningStudy.Overview)));
            files.Write(pages.Study, kept);
            progress.Say($"Report: {string.Join(", ", pages.Paths)}");
        }

        await engines.ShowAsync(records, folder, progress.Say);
        progress.Say($"Runs:   {folder}");
    }
}
