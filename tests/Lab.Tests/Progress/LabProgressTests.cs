using System.Text;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.Emulator;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Progress;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using Spectre.Console;

namespace DroneDelivery.Lab.Tests.Progress;

public sealed class LabProgressTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task SayAndShow_TerminalIsClosed_DoNotFail(bool isTerminal)
    {
        var progress = new LabProgress(
            AnsiConsole.Create(new AnsiConsoleSettings
            {
                Ansi = isTerminal ? AnsiSupport.Yes : AnsiSupport.No,
                Interactive = isTerminal ? InteractionSupport.Yes : InteractionSupport.No,
                Out = new AnsiConsoleOutput(new ClosedWriter()),
            }),
            TimeProvider.System);

        progress.Say("The report is written.");
        await progress.ShowAsync(
            TuningLab.OwnerKey, new LoadMonitor(), new CosmosMonitor(null, "deliveriesByOwnerId", TimeProvider.System),
            TimeSpan.FromSeconds(10), Task.CompletedTask, TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task Show_NothingMeasuredYet_HasDashesInPlaceOfTimes()
    {
        await using var output = new StringWriter();
        var progress = new LabProgress(
            AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, Out = new AnsiConsoleOutput(output) }),
            TimeProvider.System);
        var load = new LoadMonitor();
        load.Show(() => new RunSnapshot(
            RunPhase.Measuring, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(10), 5, 5, 0, default, default, 0, 0));

        await progress.ShowAsync(
            TuningLab.OwnerKey, load, new CosmosMonitor(null, "deliveriesByOwnerId", TimeProvider.System),
            TimeSpan.FromSeconds(10), Task.CompletedTask, TestContext.Current.CancellationToken);

        Assert.Contains(" 5 users ", output.ToString(), StringComparison.Ordinal);
        Assert.Contains("p50    – ms  p95    – ms", output.ToString(), StringComparison.Ordinal);
    }

    private sealed class ClosedWriter : TextWriter
    {
        public override Encoding Encoding => Encoding.UTF8;

        public override void Write(char value) => throw new IOException("Input/output error");
    }
}
