using System.CommandLine;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.Commands;

public sealed class StudyRunnerTests
{
    [Fact]
    public void CreateCommand_ArgumentAndOption_HasThemBeforeTheOptionsOfResults()
    {
        var runner = new StudyRunner("x", TimeProvider.System, (3, "it differs"));

        var command = runner.CreateCommand("Measures.", new Option<int>("--seconds"), new Argument<string>("target"));

        Assert.Equal(
            "Measures. Exit codes: 0 done, 1 it could not be done, 2 wrong command line, 3 it differs, 130 Ctrl+C.",
            command.Description);
        Assert.Equal("target", Assert.Single(command.Arguments).Name);
        Assert.Equal(["--seconds", "--runs", "--json", "--markdown"], command.Options.Select(option => option.Name));
    }
}
