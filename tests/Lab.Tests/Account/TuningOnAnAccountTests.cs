using System.Diagnostics;
using System.Runtime.InteropServices;
using DroneDelivery.DroneDatabase;
using DroneDelivery.DroneDatabase.Account;
using DroneDelivery.DroneDatabase.Emulator;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Progress;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.SampleData;
using DroneDelivery.TestSupport;
using Spectre.Console;

namespace DroneDelivery.Lab.Tests.Account;

/// <summary>The tuning lab with <c>--cosmos</c>, on an emulator that it treats as an account.</summary>
public sealed class TuningOnAnAccountTests : IDisposable
{
    private readonly StoredRuns _runs = new();
    private readonly List<string> _asked = [];
    private readonly List<string> _warnings = [];

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _runs.Dispose();

    [Fact(Timeout = 240_000)]
    public async Task Run_WithAKey_CountsTheCallsAndLowersTheThroughput()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        await EmulatorSeeder.SeedAsync(account.Admin, new World(), 9, _ => { }, TimeProvider.System, Cancelled);
        await WriteEmulatorRunAsync("runs/20260101-000000-tuning", "10 s a test");
        // It has another load.
        await WriteEmulatorRunAsync("runs/20260102-000000-tuning", "quick");

        var code = await RunAsync(Settings(account, Agreed(account)));

        Assert.Equal(ExitCode.Done, code);
        Assert.Equal([600, 600, 400], await account.ReadThroughputAsync());
        var record = await ReadAsync("owner-key");
        var (figures, cosmos) = (new ScenarioFigures(record), record.Cosmos);
        Assert.Equal(("127.0.0.1 in gateway mode", "deliveriesByOwnerId", 2_500),
            (cosmos.Account, cosmos.Container, cosmos.ProvisionedRequestUnitsPerSecond));
        // The calls before the first export of the metrics are not counted.
        Assert.InRange(figures.DataCallsPerOperation, 0.75, 1);
        Assert.InRange(figures.RequestUnitsPerOperation, 2.5, 3.7);
        Assert.Equal(0, cosmos.PlanCalls);
        Assert.Equal(9, cosmos.Partitions.Count);
        Assert.All(cosmos.Partitions, partition => Assert.Equal(2_500 / 9.0, partition.BudgetPerSecond));
        Assert.Equal(cosmos.RequestUnits, cosmos.Partitions.Sum(each => each.Seconds.Sum(second => second.RequestUnits)), 3);
        Assert.Equal(_runs.In("runs/20260101-000000-tuning/owner-key"), record.Manifest.EmulatorRun);
        Assert.Equal(SampleRecords.Run.Load.Sent, record.Emulator?.Load.Sent);
        var report = await File.ReadAllTextAsync(Path.Combine(LastFolder, "report.html"), Cancelled);
        Assert.Contains("The database was 127.0.0.1 in gateway mode", report, StringComparison.Ordinal);
        Assert.DoesNotContain("without --cosmos first", report, StringComparison.Ordinal);
        Assert.DoesNotContain("Cosmos DB data call, mean", record.Manifest.ProfileSettings.Keys);
        Assert.All(Directory.GetFiles(_runs.In("runs"), "*.log", SearchOption.AllDirectories), log =>
            Assert.DoesNotContain(SystemAddresses.EmulatorKey, File.ReadAllText(log), StringComparison.Ordinal));
    }

    [Fact(Timeout = 240_000)]
    public async Task Run_AzureCliDoesNotLower_PrintsTheCommandLastAndFails()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The program in place of the Azure CLI is a shell script.");
        await using var account = await AccountEmulator.StartAsync(partitions: 9, "--auth", "aad");
        await using var tokens = await TokenEndpoint.StartAsync(SystemAddresses.EmulatorKey);
        // Three changes raise the throughput; the one that lowers it is refused, however often it is tried.
        var az = new AzureCliScript(account.Folder, firstRefused: 4);
        var identity = tokens.Environment.ToList();
        identity.ForEach(variable => Environment.SetEnvironmentVariable(variable.Key, variable.Value));

        try
        {
            var settings = Agreed(account) with { Connection = new(account.Endpoint.ToString(), Identity: true), Cli = az.Path };
            using (var session = settings.Open(_asked.Add, TimeProvider.System))
            {
                await session.PrepareAsync("x", 2_500, isAgreed: true, ask: null, Cancelled);
            }

            Assert.Equal(ExitCode.CouldNotBeDone, await RunAsync(Settings(account, settings)));
        }
        finally
        {
            identity.ForEach(variable => Environment.SetEnvironmentVariable(variable.Key, null));
        }

        var values = az.Changes.Where(line => line.Contains("OwnerId", StringComparison.Ordinal))
            .Select(line => line.Split(' ')[^1]).ToList();
        Assert.Equal("2500", values[0]);
        Assert.True(values.Count > 2, $"{values.Count} changes");
        Assert.All(values.Skip(1), value => Assert.Equal("600", value));
        var warning = Assert.Single(_warnings);
        Assert.StartsWith("deliveriesByOwnerId was not lowered: 2,500 RU/s remain to be paid", warning);
        Assert.Contains(
            $"{Environment.NewLine}  az cosmosdb sql container throughput update --account-name 127 ",
            warning, StringComparison.Ordinal);
        Assert.Contains(
            "at this moment, not known: 114,000 RU/s (9.12 an hour)", string.Join('\n', _asked), StringComparison.Ordinal);
        Assert.True((await ReadAsync("owner-key")).Cosmos.DataCalls > 0);
        var report = await File.ReadAllTextAsync(Path.Combine(LastFolder, "report.html"), Cancelled);
        Assert.Contains("without --cosmos first", report, StringComparison.Ordinal);
    }

    [Fact(Timeout = 120_000)]
    public async Task Run_ServiceDoesNotStart_LowersTheThroughput()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);

        // Delivery refuses Direct mode on this machine.
        var failure = await Assert.ThrowsAsync<LabException>(
            () => RunAsync(Settings(account, Agreed(account) with { Mode = "direct" })));

        Assert.Contains("--cosmos-mode", failure.Message, StringComparison.Ordinal);
        Assert.Equal([600, 600, 400], await account.ReadThroughputAsync());
    }

    [Fact(Timeout = 120_000)]
    public async Task Run_Cancelled_LowersTheThroughput()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        var running = RunAsync(Settings(account, Agreed(account)) with { Duration = TimeSpan.FromMinutes(10) }, stop.Token);
        using var poll = new PeriodicTimer(TimeSpan.FromMilliseconds(20));
        while ((await account.ReadThroughputAsync())[1] > 2_500)
        {
            await poll.WaitForNextTickAsync(Cancelled);
        }

        await stop.CancelAsync();

        Assert.Equal(ExitCode.Interrupted, await running);
        Assert.Equal([600, 600, 400], await account.ReadThroughputAsync());
    }

    [Fact(Timeout = 120_000)]
    public async Task Run_CancelledDuringTheLoad_KeepsTheRunAndLowersBeforeServicesStop()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Processes are found in /proc.");
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        var ranWhileLowering = false;
        using var session = Agreed(account).Open(
            line => ranWhileLowering |= line == "Lowering the throughput" && Runs(_runs.In("runs")), TimeProvider.System);
        using var poll = new PeriodicTimer(TimeSpan.FromMilliseconds(50));
        RunView? view = null;
        var settings = Settings(account, Agreed(account)) with { Duration = TimeSpan.FromMinutes(10), Watch = seen => view = seen };
        var suite = new TuningSuite(settings, TimeProvider.System, account: session);

        var running = suite.RunAsync(new LabProgress(AnsiConsole.Console, TimeProvider.System), stop.Token);
        while (!running.IsCompleted && (view is null || view.Load.Elapsed < TimeSpan.FromSeconds(2)))
        {
            await poll.WaitForNextTickAsync(Cancelled);
        }

        await stop.CancelAsync();
        var outcome = await running;

        Assert.True((await Assert.Single(outcome.Measured).ReadRecordAsync(Cancelled)).Manifest.Interrupted);
        Assert.True(ranWhileLowering);
        Assert.True(await session.LowerAsync());
        Assert.Equal([600, 600, 400], await account.ReadThroughputAsync());
    }

    [Fact(Timeout = 120_000)]
    public async Task Run_CancelledAfterLoadHasBegun_IsInterruptedAndLowers()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        using var poll = new PeriodicTimer(TimeSpan.FromMilliseconds(50));
        RunView? view = null;
        var settings = Settings(account, Agreed(account)) with { Duration = TimeSpan.FromMinutes(10), Watch = seen => view = seen };

        var running = RunAsync(settings, stop.Token);
        while (!running.IsCompleted && (view is null || view.Load.Elapsed < TimeSpan.FromSeconds(2)))
        {
            await poll.WaitForNextTickAsync(Cancelled);
        }

        await stop.CancelAsync();

        Assert.Equal(ExitCode.Interrupted, await running);
        Assert.True((await ReadAsync("owner-key")).Manifest.Interrupted);
        Assert.Equal([600, 600, 400], await account.ReadThroughputAsync());
        Assert.Empty(_warnings);
    }

    [Fact]
    public async Task Interrupt_HangUp_PrintsTheCommandsAndThenCancels()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "There is no kill.");
        using var survives = PosixSignalRegistration.Create(PosixSignal.SIGHUP, signal => signal.Cancel = true);
        using var session = new AccountSettings(
            new AccountConnection("AccountEndpoint=https://drones.example/;AccountKey=a2V5", Identity: false),
            "gateway", null, IsAgreed: true, Ask: null, _warnings.Add, "az").Open(_asked.Add, TimeProvider.System);
        using var interrupt = session.InterruptBy(Cancelled);
        var printed = new TaskCompletionSource<string[]>();
        using var registration = interrupt.Token.Register(() => printed.SetResult([.. _asked]));

        using var kill = Process.Start("kill", ["-HUP", $"{Environment.ProcessId}"]);
        var lines = await printed.Task.WaitAsync(TimeSpan.FromSeconds(20), Cancelled);

        Assert.StartsWith("The throughput is lowered when the load has stopped.", lines[0]);
        Assert.Equal(
            ["deliveriesByDeliveryId --throughput 600", "deliveriesByOwnerId --throughput 600", "deliverySummaries --throughput 400"],
            lines.Skip(1).Select(line => line.Split("--name ")[1]));
    }

    [Fact(Timeout = 120_000)]
    public async Task Run_ClosedTerminal_LowersTheThroughput()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        using var session = Agreed(account).Open(_ => throw new IOException("Input/output error"), TimeProvider.System);
        await session.SetThroughputAsync("deliveriesByOwnerId", 2_500, Cancelled);

        Assert.True(await session.LowerAsync());

        Assert.Equal([600, 600, 400], await account.ReadThroughputAsync());
    }

    [Fact(Timeout = 120_000)]
    public async Task Services_OnAnAccount_OnlyDeliveryHasTheKey()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Environment variables are read in /proc.");
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        using var session = Agreed(account).Open(_asked.Add, TimeProvider.System);
        await using var system = await DroneSystem.StartAsync(
            SimulationProfile.Load(SimulationProfile.Default), telemetry: null, _runs.Path, _asked.Add, TimeProvider.System,
            Cancelled, session);
        await system.UseAsync(TuningLab.OwnerKey, Cancelled);

        var holders = system.Processes.Where(process => File.ReadAllText($"/proc/{process.ProcessId}/environ")
            .Contains(SystemAddresses.EmulatorKey, StringComparison.Ordinal));

        Assert.Equal(4, system.Processes.Count);
        Assert.Equal([BuiltService.Delivery.Name], holders.Select(process => process.Name));
    }

    [Fact(Timeout = 120_000)]
    public async Task Run_CancelledAtTheQuestion_ChangesNothing()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        using var isRead = new ManualResetEventSlim();
        var agreed = Agreed(account) with
        {
            IsAgreed = false,
            Ask = () =>
            {
                stop.Cancel();
                isRead.Wait(TimeSpan.FromMinutes(1));
                return "yes";
            },
        };

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => RunAsync(Settings(account, agreed), stop.Token).WaitAsync(TimeSpan.FromSeconds(30), Cancelled));

        isRead.Set();
        await AssertNothingHappenedAsync(account);
    }

    [Theory(Timeout = 120_000)]
    [InlineData("owner-key", null, "--emulator-runs needs runs on the emulator, and *")]
    [InlineData("baseline", "emulator", "--emulator-runs needs a run of each test, and there is none in *.")]
    public async Task Run_WrongEmulatorRuns_ChangesNothing(string test, string? on, string message)
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        var cosmos = SampleRecords.Run.Cosmos with { Account = on is null ? "x in gateway mode" : null };
        await _runs.WriteAsync($"given/{test}", SampleRecords.Run with { Cosmos = cosmos });

        var failure = await Assert.ThrowsAsync<LabException>(
            () => RunAsync(Settings(account, Agreed(account) with { EmulatorRuns = _runs.In("given") })));

        Assert.StartsWith(message.Replace("*", _runs.In("given/owner-key"), StringComparison.Ordinal), failure.Message);
        await AssertNothingHappenedAsync(account);
    }

    [Theory]
    [InlineData(false, "1 tests of 10 s, about 1 minutes")]
    [InlineData(true, "2 tests of 10 s, about 2 minutes")]
    public void Describe_SideBySide_CountsTheTestsOfBothEngines(bool sideBySide, string expected)
    {
        var engine = LoadEngine.BuiltIn(TimeProvider.System);
        var settings = new LabSettings(
            [TuningLab.OwnerKey], SimulationProfile.Load(SimulationProfile.Default), TimeSpan.FromSeconds(10), "runs", "x", engine)
        { ComparedWith = sideBySide ? engine : null };

        Assert.Equal(expected, TuningCommand.Describe(settings));
    }

    [Theory(Timeout = 120_000)]
    [InlineData("no", "Nothing was run, and nothing was changed.")]
    [InlineData(null, "Nothing was run, and nothing was changed.")]
    public async Task Run_AnswerIsNotYes_ChangesNothing(string? answer, string message)
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);

        var failure = await Assert.ThrowsAsync<ExpectedException>(
            () => RunAsync(Settings(account, Agreed(account) with { IsAgreed = false, Ask = () => answer })));

        Assert.Equal(message, failure.Message);
        await AssertNothingHappenedAsync(account);
    }

    [Fact(Timeout = 120_000)]
    public async Task Run_NoTerminal_ChangesNothing()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);

        var failure = await Assert.ThrowsAsync<ExpectedException>(
            () => RunAsync(Settings(account, Agreed(account) with { IsAgreed = false })));

        Assert.Equal("The tests cost money, and there is no terminal to ask: --yes agrees to the cost.", failure.Message);
        await AssertNothingHappenedAsync(account);
    }

    [Fact(Timeout = 120_000)]
    public async Task Run_EightPartitions_ChangesNothing()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 8);

        await Assert.ThrowsAsync<ExpectedException>(() => RunAsync(Settings(account, Agreed(account))));

        await AssertNothingHappenedAsync(account);
    }

    [Fact]
    public async Task Prepare_Asked_SaysCostAndMinutesBeforeTheQuestion()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        using var session = Agreed(account).Open(_asked.Add, TimeProvider.System);

        await session.PrepareAsync("4 tests of 45 s, about 6 minutes", 2_500, isAgreed: false, () => "yes", Cancelled);

        Assert.Equal("Type \"yes\" to run it:", _asked[^1]);
        var text = string.Join('\n', _asked);
        Assert.Contains("127.0.0.1 in gateway mode: 4 tests of 45 s, about 6 minutes.", text, StringComparison.Ordinal);
        Assert.Matches("at this moment, 114,000 RU/s +9.12 an hour, which this hour costs already", text);
        Assert.Matches("up to 3,500 RU/s +0.28 an hour", text);
        Assert.Matches("afterwards, 1,600 RU/s +0.13 an hour", text);
    }

    [Theory]
    [InlineData("--yes needs --cosmos.", "--yes")]
    [InlineData("--cosmos-mode needs --cosmos.", "--cosmos-mode", "direct")]
    [InlineData("--cosmos needs a connection string of the form AccountEndpoint=…;AccountKey=… (", "--cosmos", "x", "--yes")]
    [InlineData("--cosmos needs an endpoint of the form https://… (a token is a secret)",
        "--cosmos", "http://10.0.0.1:8081", "--cosmos-identity")]
    public async Task Command_WrongOptions_IsAWrongCommandLine(string message, params string[] options)
    {
        var command = TuningCommand.Create(LoadEngine.BuiltIn(TimeProvider.System), "x", TimeProvider.System);

        var run = await CommandRun.RunAsync(command, options);

        Assert.Equal(ExitCode.WrongUsage, run.ExitCode);
        Assert.StartsWith(message, run.Error);
    }

    [Theory]
    [InlineData("AccountEndpoint=https://a/;AccountKey=c2VjcmV0;", "AccountEndpoint=https://a/;AccountKey=***;")]
    [InlineData("accountkey = c2VjcmV0== ; AccountEndpoint=https://a/", "accountkey = ***; AccountEndpoint=https://a/")]
    [InlineData("ACCOUNTKEY=\'c2Vj;cmV0\';AccountEndpoint=https://a/", "ACCOUNTKEY=***;AccountEndpoint=https://a/")]
    public void CommandLine_WithAKey_HidesIt(string connection, string shown)
    {
        var command = TuningCommand.Create(LoadEngine.BuiltIn(TimeProvider.System), "x", TimeProvider.System);
        var arguments = command.Parse(["--cosmos", connection, "--yes"]);

        Assert.Equal(
            $"dotnet run -c Release --project x -- --cosmos \"{shown}\" --yes",
            CommandLine.FromArguments("x", arguments));
    }

    private AccountSettings Agreed(AccountEmulator account) => new(
        new AccountConnection(account.ConnectionString, Identity: false),
        "gateway", EmulatorRuns: null, IsAgreed: true, Ask: null, _warnings.Add, Cli: "/there/is/no/az");

    private LabSettings Settings(AccountEmulator account, AccountSettings settings) => new(
        [TuningLab.OwnerKey],
        SimulationProfile.Load(SimulationProfile.Default),
        TimeSpan.FromSeconds(10),
        _runs.In("runs"),
        "dotnet test",
        LoadEngine.BuiltIn(TimeProvider.System))
    { Account = settings };

    /// <summary>Whether a process has the text in its command line.</summary>
    private static bool Runs(string text) => Directory.EnumerateDirectories("/proc").Any(process =>
    {
        try
        {
            return File.ReadAllText(Path.Combine(process, "cmdline")).Contains(text, StringComparison.Ordinal);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // No process, or one that has ended.
            return false;
        }
    });

    private static Task<int> RunAsync(LabSettings settings, CancellationToken? stop = null) =>
        TuningCommand.RunAsync(settings, new StudyFiles(null, null), TimeProvider.System, stop ?? Cancelled);

    private string LastFolder => Directory.GetDirectories(_runs.In("runs")).Max()!;

    private Task<RunRecord> ReadAsync(string name) => new RunFolder(Path.Combine(LastFolder, name)).ReadRecordAsync(Cancelled);

    private Task WriteEmulatorRunAsync(string folder, string mode) => _runs.WriteAsync(
        $"{folder}/owner-key", SampleRecords.Run with { Manifest = SampleRecords.Run.Manifest with { Mode = mode } });

    private async Task AssertNothingHappenedAsync(AccountEmulator account)
    {
        // With a key the throughput of three containers is read before the question, two calls each.
        Assert.Matches("""^\{("200":6)?\}$""", await account.ReadManagementCallsAsync());
        Assert.All(await account.ReadThroughputAsync(), each => Assert.True(each >= 6_000, $"{each}"));
        Assert.False(Directory.Exists(_runs.In("runs")));
    }
}
