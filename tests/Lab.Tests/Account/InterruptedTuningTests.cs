using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Progress;
using DroneDelivery.LoadTests.Lab.Running;
using Spectre.Console;

namespace DroneDelivery.Lab.Tests.Account;

/// <summary>Tuning on an account that is cancelled: it lowers the throughput.</summary>
public sealed class InterruptedTuningTests : IDisposable
{
    private readonly AccountLab _lab = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _lab.Dispose();

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
