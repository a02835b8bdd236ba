using DroneDelivery.DroneDatabase;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Lab.Tuning;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Lab.Tests.Account;

/// <summary>What the tuning lab says and checks before it changes anything on an account.</summary>
public sealed class AccountQuestionTests : IDisposable
{
    private readonly AccountLab _lab = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _lab.Dispose();

    [Fact]
    public async Task Prepare_Asked_SaysCostAndMinutesBeforeTheQuestion()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        using var session = _lab.Agreed(account).Open(_lab.Asked.Add, TimeProvider.System);

        await session.PrepareAsync("4 tests of 45 s, about 6 minutes", 2_500, isAgreed: false, () => "yes", Cancelled);

        Assert.Equal("Type \"yes\" to run it:", _lab.Asked[^1]);
        var text = string.Join('\n', _lab.Asked);
        Assert.Contains("127.0.0.1 in gateway mode: 4 tests of 45 s, about 6 minutes.", text, StringComparison.Ordinal);
        Assert.Matches("at this moment, 114,000 RU/s +9.12 an hour, which this hour costs already", text);
        Assert.Matches("up to 3,500 RU/s +0.28 an hour", text);
        Assert.Matches("afterwards, 1,600 RU/s +0.13 an hour", text);
    }

    [Theory]
    [InlineData(false, "1 test of 10 s, about 1 minute")]
    [InlineData(true, "2 tests of 10 s, about 2 minutes")]
    public void Describe_SideBySide_CountsTheTestsOfBothEngines(bool sideBySide, string expected)
    {
        var engine = LoadEngine.BuiltIn(TimeProvider.System);
        var settings = new LabSettings(
            [TuningLab.OwnerKey], SimulationProfile.Load(SimulationProfile.Default), TimeSpan.FromSeconds(10), "x", engine)
        { ComparedWith = sideBySide ? engine : null };

        Assert.Equal(expected, TuningCommand.Describe(settings));
    }

    [Theory(Timeout = 600_000)]
    [InlineData("no", "Nothing was run, and nothing was changed.")]
    [InlineData(null, "Nothing was run, and nothing was changed.")]
    public async Task Run_AnswerIsNotYes_ChangesNothing(string? answer, string message)
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);

        var failure = await Assert.ThrowsAsync<ExpectedException>(
            () => _lab.RunAsync(_lab.Settings(_lab.Agreed(account) with { IsAgreed = false, Ask = () => answer })));

        Assert.Equal(message, failure.Message);
        await AssertNothingHappenedAsync(account);
    }

    [Fact(Timeout = 600_000)]
    public async Task Run_CancelledAtTheQuestion_ChangesNothing()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        using var isRead = new ManualResetEventSlim();
        var agreed = _lab.Agreed(account) with
        {
            IsAgreed = false,
            Ask = () =>
            {
                stop.Cancel();
                isRead.Wait(Cancelled);
                return "yes";
            },
        };

        try
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(
                () => _lab.RunAsync(_lab.Settings(agreed), stop.Token).WaitAsync(TimeSpan.FromSeconds(100), Cancelled));
        }
        finally
        {
            isRead.Set();
        }

        await AssertNothingHappenedAsync(account);
    }

    [Fact(Timeout = 600_000)]
    public async Task Run_NoTerminal_ChangesNothing()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);

        var failure = await Assert.ThrowsAsync<ExpectedException>(
            () => _lab.RunAsync(_lab.Settings(_lab.Agreed(account) with { IsAgreed = false })));

        Assert.Equal("The tests cost money, and there is no terminal to ask: --yes agrees to the cost.", failure.Message);
        await AssertNothingHappenedAsync(account);
    }

    [Fact(Timeout = 600_000)]
    public async Task Run_EightPartitions_ChangesNothing()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 8);

        await Assert.ThrowsAsync<ExpectedException>(() => _lab.RunAsync(_lab.Settings(_lab.Agreed(account))));

        await AssertNothingHappenedAsync(account);
    }

    [Theory(Timeout = 600_000)]
    [InlineData("owner-key", null, "--emulator-runs needs runs on the emulator, and *")]
    [InlineData("baseline", "emulator", "--emulator-runs needs a run of each test, and there is none in *.")]
    public async Task Run_WrongEmulatorRuns_ChangesNothing(string test, string? on, string message)
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        var cosmos = SampleRecords.Run.Cosmos with { Account = on is null ? "x in gateway mode" : null };
        await _lab.Runs.WriteAsync($"given/{test}", SampleRecords.Run with { Cosmos = cosmos });

        var failure = await Assert.ThrowsAsync<LabException>(
            () => _lab.RunAsync(_lab.Settings(_lab.Agreed(account) with { EmulatorRuns = _lab.Runs.In("given") })));

        Assert.StartsWith(message.Replace("*", _lab.Runs.In("given/owner-key"), StringComparison.Ordinal), failure.Message);
        await AssertNothingHappenedAsync(account);
    }

    [Theory]
    [InlineData("--yes goes with --cosmos.", "--yes")]
    [InlineData("--cosmos-mode goes with --cosmos.", "--cosmos-mode", "direct")]
    [InlineData("--cosmos needs a connection string of the form AccountEndpoint=…;AccountKey=… (", "--cosmos", "x", "--yes")]
    [InlineData("--cosmos needs an endpoint of the form https://… (a token is a secret)",
        "--cosmos", "http://10.0.0.1:8081", "--cosmos-identity")]
    public async Task Command_WrongOptions_IsAWrongCommandLine(string message, params string[] options)
    {
        var command = TuningCommand.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System);

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
        var command = TuningCommand.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System);
        var arguments = command.Parse(["--cosmos", connection, "--yes"]);

        Assert.Equal($"lab --cosmos \"{shown}\" --yes", CommandLine.FromArguments(arguments));
    }

    private async Task AssertNothingHappenedAsync(AccountEmulator account)
    {
        // With a key the throughput of three containers is read before the question.
        Assert.Matches("""^\{("200":\d+)?\}$""", await account.ReadManagementCallsAsync());
        Assert.All(await account.ReadThroughputAsync(), each => Assert.True(each >= 6_000, $"{each}"));
        Assert.False(Directory.Exists(_lab.Runs.In("runs")));
    }
}
