using System.Text.Json.Nodes;
using DroneDelivery.DroneDatabase.Emulator;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Lab;
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
    private readonly AccountLab _lab = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _lab.Dispose();

    [Fact(Timeout = 600_000)]
    public async Task Run_WithAKey_CountsTheCallsAndLowersTheThroughput()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        await EmulatorSeeder.SeedAsync(account.Admin, new World(), 9, _ => { }, TimeProvider.System, Cancelled);
        await _lab.WriteEmulatorRunAsync("runs/20260101-000000-tuning", "10 s a test");
        // It has another load.
        await _lab.WriteEmulatorRunAsync("runs/20260102-000000-tuning", "quick");

        var code = await _lab.RunAsync(_lab.Settings(_lab.Agreed(account)));

        Assert.Equal(ExitCode.Done, code);
        Assert.Equal([600, 600, 400], await account.ReadThroughputAsync());
        var record = await _lab.ReadAsync("owner-key");
        var (figures, cosmos) = (new ScenarioFigures(record), record.Cosmos);
        Assert.Equal(("127.0.0.1 in gateway mode", "deliveriesByOwnerId", 2_500),
            (cosmos.Account, cosmos.Container, cosmos.ProvisionedRequestUnitsPerSecond));
        // Calls between two exports at the beginning or the end of the load can be missing or too many, if an export is late.
        Assert.InRange(figures.DataCallsPerOperation, 0.4, 1.2);
        Assert.InRange(cosmos.RequestUnits / cosmos.DataCalls, 3.3, 3.7);
        Assert.Equal(0, cosmos.PlanCalls);
        Assert.Equal(9, cosmos.Partitions.Count);
        Assert.All(cosmos.Partitions, partition => Assert.Equal(2_500 / 9.0, partition.BudgetPerSecond));
        Assert.Equal(cosmos.RequestUnits, cosmos.Partitions.Sum(each => each.Seconds.Sum(second => second.RequestUnits)), 3);
        Assert.Equal(_lab.Runs.In("runs/20260101-000000-tuning/owner-key"), record.Manifest.EmulatorRun);
        Assert.Equal(SampleRecords.Run.Load.Sent, record.Emulator?.Load.Sent);
        var report = await File.ReadAllTextAsync(Path.Combine(_lab.LastFolder, "report.html"), Cancelled);
        Assert.Contains("The database was 127.0.0.1 in gateway mode", report, StringComparison.Ordinal);
        Assert.DoesNotContain("without --cosmos before", report, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(_lab.LastFolder, "report.md")));
        var written = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(_lab.LastFolder, "study.json"), Cancelled))!.AsArray();
        Assert.Equal("owner-key", Assert.Single(written)!["scenario"]!.GetValue<string>());
        Assert.DoesNotContain("Cosmos DB data call, mean", record.Manifest.ProfileSettings.Keys);
        Assert.All(Directory.GetFiles(_lab.Runs.In("runs"), "*.log", SearchOption.AllDirectories), log =>
            Assert.DoesNotContain(SystemAddresses.EmulatorKey, File.ReadAllText(log), StringComparison.Ordinal));
    }

    [Fact(Timeout = 600_000)]
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
            var settings = _lab.Agreed(account) with { Connection = new(account.Endpoint.ToString(), Identity: true), Cli = az.Path };
            using (var session = settings.Open(_lab.Asked.Add, TimeProvider.System))
            {
                await session.PrepareAsync("x", 2_500, isAgreed: true, ask: null, Cancelled);
            }

            Assert.Equal(ExitCode.CouldNotBeDone, await _lab.RunAsync(_lab.Settings(settings)));
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
        var warning = Assert.Single(_lab.Warnings);
        Assert.StartsWith("deliveriesByOwnerId was not lowered: 2,500 RU/s remain to be paid", warning);
        Assert.Contains(
            $"{Environment.NewLine}  az cosmosdb sql container throughput update --account-name 127 ",
            warning, StringComparison.Ordinal);
        Assert.Contains(
            "at this moment, not known: 114,000 RU/s (9.12 an hour)", string.Join('\n', _lab.Asked), StringComparison.Ordinal);
        Assert.True((await _lab.ReadAsync("owner-key")).Cosmos.DataCalls > 0);
        var report = await File.ReadAllTextAsync(Path.Combine(_lab.LastFolder, "report.html"), Cancelled);
        Assert.Contains("without --cosmos before", report, StringComparison.Ordinal);
    }

    [Fact(Timeout = 600_000)]
    public async Task Run_ServiceDoesNotStart_LowersTheThroughput()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);

        // Delivery refuses Direct mode on this machine.
        var failure = await Assert.ThrowsAsync<LabException>(
            () => _lab.RunAsync(_lab.Settings(_lab.Agreed(account) with { Mode = "direct" })));

        Assert.Contains("--cosmos-mode", failure.Message, StringComparison.Ordinal);
        Assert.Equal([600, 600, 400], await account.ReadThroughputAsync());
    }

    [Fact(Timeout = 600_000)]
    public async Task Run_Cancelled_LowersTheThroughput()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        var running = _lab.RunAsync(_lab.Settings(_lab.Agreed(account)) with { Duration = TimeSpan.FromMinutes(10) }, stop.Token);
        using var poll = new PeriodicTimer(TimeSpan.FromMilliseconds(20));
        while (!running.IsCompleted && (await account.ReadThroughputAsync())[1] > 2_500)
        {
            await poll.WaitForNextTickAsync(Cancelled);
        }

        await stop.CancelAsync();

        Assert.Equal(ExitCode.Interrupted, await running);
        Assert.Equal([600, 600, 400], await account.ReadThroughputAsync());
    }

    [Fact(Timeout = 600_000)]
    public async Task Run_CancelledDuringTheLoad_KeepsTheRunAndLowersBeforeServicesStop()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Processes are found in /proc.");
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        var load = new WatchedLoad();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        var ranWhileLowering = false;
        using var session = _lab.Agreed(account).Open(
            line => ranWhileLowering |= line == "Lowering the throughput" && Runs(_lab.Runs.In("runs")), TimeProvider.System);
        var settings = _lab.Settings(_lab.Agreed(account)) with { Duration = TimeSpan.FromMinutes(10), Watch = load.Watch };
        var suite = new ScenarioSuite(settings, _lab.Runs.In("runs/account"), TimeProvider.System, session);

        var running = suite.RunAsync(new LabProgress(AnsiConsole.Console, TimeProvider.System), stop.Token);
        await load.WaitAsync(running, TimeSpan.FromSeconds(2));
        await stop.CancelAsync();
        var outcome = await running;

        Assert.True((await Assert.Single(outcome.Measured).ReadRecordAsync(Cancelled)).Manifest.Interrupted);
        Assert.True(ranWhileLowering);
        Assert.True(await session.LowerAsync());
        Assert.Equal([600, 600, 400], await account.ReadThroughputAsync());
    }

    [Fact(Timeout = 600_000)]
    public async Task Run_CancelledAfterLoadHasBegun_IsInterruptedAndLowers()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        var load = new WatchedLoad();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        var settings = _lab.Settings(_lab.Agreed(account)) with { Duration = TimeSpan.FromMinutes(10), Watch = load.Watch };

        var running = _lab.RunAsync(settings, stop.Token);
        await load.WaitAsync(running, TimeSpan.FromSeconds(2));
        await stop.CancelAsync();

        Assert.Equal(ExitCode.Interrupted, await running);
        Assert.True((await _lab.ReadAsync("owner-key")).Manifest.Interrupted);
        Assert.Equal([600, 600, 400], await account.ReadThroughputAsync());
        Assert.Empty(_lab.Warnings);
    }

    [Fact(Timeout = 600_000)]
    public async Task Services_OnAnAccount_OnlyDeliveryHasTheKey()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Environment variables are read in /proc.");
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        using var session = _lab.Agreed(account).Open(_lab.Asked.Add, TimeProvider.System);
        await using var system = await DroneSystem.StartAsync(
            SimulationProfile.Load(SimulationProfile.Default), telemetry: null, _lab.Runs.Path, _lab.Asked.Add, TimeProvider.System,
            Cancelled, session);
        await system.UseAsync(TuningLab.OwnerKey, Cancelled);

        var holders = system.Processes.Where(process => File.ReadAllText($"/proc/{process.ProcessId}/environ")
            .Contains(SystemAddresses.EmulatorKey, StringComparison.Ordinal));

        Assert.Equal(4, system.Processes.Count);
        Assert.Equal([BuiltService.Delivery.Name], holders.Select(process => process.Name));
    }

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
}
