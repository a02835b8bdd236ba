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
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.SampleData;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Account;

/// <summary>The tuning lab with <c>--cosmos</c>, on an emulator that it treats as an account.</summary>
public sealed class TuningOnAnAccountTests : IDisposable
{
    private readonly StoredRuns _runs = new();
    private readonly List<string> _asked = [];

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
    public async Task Run_WithAnIdentity_ChangesThroughputByTheAzureCli()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The program in place of the Azure CLI is a shell script.");
        await using var account = await AccountEmulator.StartAsync(partitions: 9, "--auth", "aad");
        await using var tokens = await TokenEndpoint.StartAsync(SystemAddresses.EmulatorKey);
        var az = new AzureCliScript(account.Folder);
        var identity = tokens.Environment.ToList();
        identity.ForEach(variable => Environment.SetEnvironmentVariable(variable.Key, variable.Value));

        try
        {
            var settings = Agreed(account) with { Connection = new(account.Endpoint.ToString(), Identity: true), Cli = az.Path };
            Assert.Equal(ExitCode.Done, await RunAsync(Settings(account, settings)));
        }
        finally
        {
            identity.ForEach(variable => Environment.SetEnvironmentVariable(variable.Key, null));
        }

        Assert.Equal(["2500", "600"], az.Changes.Where(line => line.Contains("OwnerId", StringComparison.Ordinal))
            .Select(line => line.Split(' ')[^1]));
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
        using var session = Agreed(account).Open(_asked.Add);

        await session.PrepareAsync("4 tests of 45 s, about 6 minutes", 2_500, isAgreed: false, () => "yes", Cancelled);

        Assert.Equal("Type \"yes\" to run it:", _asked[^1]);
        var text = string.Join('\n', _asked);
        Assert.Contains("127.0.0.1 in gateway mode: 4 tests of 45 s, about 6 minutes.", text, StringComparison.Ordinal);
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

    [Fact]
    public void CommandLine_WithAKey_HidesIt()
    {
        var command = TuningCommand.Create(LoadEngine.BuiltIn(TimeProvider.System), "x", TimeProvider.System);
        var arguments = command.Parse(["--cosmos", "AccountEndpoint=https://a/;AccountKey=c2VjcmV0;", "--yes"]);

        Assert.Equal(
            "dotnet run -c Release --project x -- --cosmos \"AccountEndpoint=https://a/;AccountKey=***;\" --yes",
            CommandLine.FromArguments("x", arguments));
    }

    private static AccountSettings Agreed(AccountEmulator account) => new(
        new AccountConnection(account.ConnectionString, Identity: false),
        "gateway", EmulatorRuns: null, IsAgreed: true, Ask: null);

    private LabSettings Settings(AccountEmulator account, AccountSettings settings) => new(
        [TuningLab.OwnerKey],
        SimulationProfile.Load(SimulationProfile.Default),
        TimeSpan.FromSeconds(10),
        _runs.In("runs"),
        "dotnet test",
        LoadEngine.BuiltIn(TimeProvider.System))
    { Account = settings };

    private static Task<int> RunAsync(LabSettings settings, CancellationToken? stop = null) =>
        TuningCommand.RunAsync(settings, new StudyFiles(null, null), TimeProvider.System, stop ?? Cancelled);

    private string LastFolder => Directory.GetDirectories(_runs.In("runs")).Max()!;

    private Task<RunRecord> ReadAsync(string name) => new RunFolder(Path.Combine(LastFolder, name)).ReadRecordAsync(Cancelled);

    private Task WriteEmulatorRunAsync(string folder, string mode) => _runs.WriteAsync(
        $"{folder}/owner-key", SampleRecords.Run with { Manifest = SampleRecords.Run.Manifest with { Mode = mode } });

    private async Task AssertNothingHappenedAsync(AccountEmulator account)
    {
        Assert.Equal("{}", await account.ReadManagementCallsAsync());
        Assert.Equal(6_000, (await account.ReadThroughputAsync())[2]);
        Assert.False(Directory.Exists(_runs.In("runs")));
    }
}
