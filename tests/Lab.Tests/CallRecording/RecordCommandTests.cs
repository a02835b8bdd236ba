using System.CommandLine;
using DroneDelivery.LoadTests.Lab.CallRecording;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.CallRecording;

public sealed class RecordCommandTests
{
    [Fact]
    public async Task Record_CtrlC_PrintsTheCallsAndEnds()
    {
        await using var account = await CosmosAccount.StartAsync();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var output = new FirstText();
        var line = new RootCommand { RecordCommand.Create(TimeProvider.System) }.Parse(
            ["record", "--to", $"{account.Endpoint}", "--port", "0"]);

        var running = CommandUsage.InvokeAsync(line, new InvocationConfiguration { Output = output }, stop.Token);
        var first = await output.Written.WaitAsync(stop.Token);
        using (var client = account.Connect(new Uri(first.Split(' ')[1])))
        {
            await Order.CreateAsync(client.GetContainer("shop", CosmosAccount.Orders), new Order("1", "a", "x"));
        }

        await stop.CancelAsync();

        Assert.Equal(0, await running);
        Assert.Matches(@"\norders +create_item +1 ", output.ToString());
        Assert.Contains(" 0 throttled (429), with waits of 0 ms in all. The busiest partition is ", output.ToString());
        Assert.DoesNotContain("Direct mode, and its data calls", output.ToString());
    }

    private sealed class FirstText : StringWriter
    {
        private readonly TaskCompletionSource<string> _written = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task<string> Written => _written.Task;

        public override Task WriteLineAsync(string? value)
        {
            WriteLine(value);
            _written.TrySetResult(value ?? "");
            return Task.CompletedTask;
        }
    }
}
