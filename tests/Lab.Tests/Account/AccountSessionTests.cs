using System.Diagnostics;
using System.Runtime.InteropServices;
using DroneDelivery.DroneDatabase.Account;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.Lab.Tests.Account;

/// <summary>
/// The end of tests on an account when the terminal is closed. No other test runs at the same time: SIGHUP reaches the whole
/// process, and ends every lab in it that has an account.
/// </summary>
[CollectionDefinition(nameof(AccountSessionTests), DisableParallelization = true)]
[Collection(nameof(AccountSessionTests))]
public sealed class AccountSessionTests : IDisposable
{
    private readonly AccountLab _lab = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _lab.Dispose();

    [Fact]
    public async Task Interrupt_HangUp_PrintsTheCommandsAndThenCancels()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "There is no kill.");
        Assert.SkipWhen(IsHangUpIgnored(), "The tests run under nohup, which ignores SIGHUP: a closed terminal ends nothing.");
        using var survives = PosixSignalRegistration.Create(PosixSignal.SIGHUP, signal => signal.Cancel = true);
        using var session = new AccountSettings(
            new AccountConnection("AccountEndpoint=https://drones.example/;AccountKey=a2V5", Identity: false),
            "gateway", null, IsAgreed: true, Ask: null, _lab.Warnings.Add, "az").Open(_lab.Asked.Add, TimeProvider.System);
        var interrupted = session.InterruptBy(Cancelled);
        var printed = new TaskCompletionSource<string[]>();
        using var registration = interrupted.Register(() => printed.SetResult([.. _lab.Asked]));

        using var kill = Process.Start("kill", ["-HUP", $"{Environment.ProcessId}"]);
        var lines = await printed.Task.WaitAsync(TimeSpan.FromMinutes(5), Cancelled);

        Assert.StartsWith("The throughput is lowered when the load has stopped.", lines[0]);
        Assert.Equal(
            ["deliveriesByDeliveryId --throughput 600", "deliveriesByOwnerId --throughput 600", "deliverySummaries --throughput 400"],
            lines.Skip(1).Select(line => line.Split("--name ")[1]));
    }

    [Fact(Timeout = 600_000)]
    public async Task Run_ClosedTerminal_LowersTheThroughput()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        using var session = _lab.Agreed(account).Open(_ => throw new IOException("Input/output error"), TimeProvider.System);
        await session.SetThroughputAsync("deliveriesByOwnerId", 2_500, Cancelled);

        Assert.True(await session.LowerAsync());

        Assert.Equal([600, 600, 400], await account.ReadThroughputAsync());
    }

    private static bool IsHangUpIgnored()
    {
        const string Status = "/proc/self/status";
        const string Ignored = "SigIgn:";
        return File.Exists(Status)
            && File.ReadLines(Status).Single(line => line.StartsWith(Ignored, StringComparison.Ordinal)) is var line
            && (Convert.ToUInt64(line[Ignored.Length..].Trim(), 16) & 1) != 0;
    }
}
