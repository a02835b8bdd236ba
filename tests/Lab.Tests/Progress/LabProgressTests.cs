using System.Text;
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

    private sealed class ClosedWriter : TextWriter
    {
        public override Encoding Encoding => Encoding.UTF8;

        public override void Write(char value) => throw new IOException("Input/output error");
    }
}
