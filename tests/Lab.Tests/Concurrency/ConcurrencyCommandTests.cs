using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Lab.Concurrency;
using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.Lab.Tests.Concurrency;

/// <summary>What needs no running service: wrong options.</summary>
public sealed class ConcurrencyCommandTests
{
    [Theory]
    [InlineData("There is no cell 'io_write'. Cells are chosen by sync, pool, refuse,", "--cells", "io_write")]
    [InlineData("--seconds must be a number from 1 to 3600; it is '0'.", "--seconds", "0")]
    [InlineData("--seconds must be a number from 1 to 3600; it is 'soon'.", "--seconds", "soon")]
    public async Task Option_Wrong_IsToldInOneLineAsync(string expected, params string[] arguments)
    {
        var run = await RunAsync(arguments);

        Assert.NotEqual(0, run.ExitCode);
        Assert.StartsWith(expected, run.Error.Split('\n')[0]);
    }

    private static Task<CommandRun> RunAsync(params string[] arguments) => CommandRun.RunAsync(
        ConcurrencyCommand.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System), arguments);
}
