using System.Text.Json.Nodes;
using DroneDelivery.DroneDatabase.Emulator;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.SampleData;

namespace DroneDelivery.Lab.Tests.Account;

/// <summary>
/// The tuning lab with <c>--cosmos</c>, on an emulator that it treats as an account. No other test of the assembly runs at the same
/// time, since the load needs CPU.
/// </summary>
[CollectionDefinition(nameof(TuningOnAnAccountTests), DisableParallelization = true)]
[Collection(nameof(TuningOnAnAccountTests))]
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
        Assert.InRange(cosmos.RequestUnits / cosmos.DataCallsByStatus["200"], 3.3, 3.7);
        Assert.Equal(0, cosmos.PlanCalls);
        // With few requests, none may be for a partition.
        Assert.InRange(cosmos.Partitions.Count, 2, 9);
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
}
