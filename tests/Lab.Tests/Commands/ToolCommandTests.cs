using System.CommandLine;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.Commands;

public sealed class ToolCommandTests
{
    private readonly Argument<string> _word = new("word");
    private readonly ToolCommand _command;
    private readonly List<string> _read = [];
    private readonly List<string> _run = [];

    public ToolCommandTests()
    {
        _command = new ToolCommand("say", "Says a word.") { _word };
        _command.Run(
            line =>
            {
                _read.Add(line.GetRequiredValue(_word));
                return _read[^1] == "no" ? throw new FormatException("say takes any word but no.") : _read[^1];
            },
            (word, _, _) =>
            {
                _run.Add(word);
                return Task.FromResult(7);
            });
    }

    [Fact]
    public async Task Run_EachLine_IsReadOnceForCheckAndActionAsync()
    {
        var first = await CommandRun.RunAsync(_command, "one");
        await CommandRun.RunAsync(_command, "two");

        Assert.Equal(7, first.ExitCode);
        Assert.Equal(["one", "two"], _read);
        Assert.Equal(["one", "two"], _run);
    }

    [Fact]
    public async Task Run_LineThatCannotBeRead_IsRefusedWithoutTheActionAsync()
    {
        var run = await CommandRun.RunAsync(_command, "no");

        Assert.Equal((2, "say takes any word but no."), (run.ExitCode, run.Error.Trim()));
        Assert.Empty(_run);
    }

    /// <summary>As a caller does that knows its command line to be right.</summary>
    [Fact]
    public async Task Run_LineThatNothingChecked_IsReadForTheActionAsync()
    {
        await CommandRun.RunAsync(_command, "one");

        await _command.Parse("two").InvokeAsync(new InvocationConfiguration(), TestContext.Current.CancellationToken);

        Assert.Equal(["one", "two"], _run);
    }
}
