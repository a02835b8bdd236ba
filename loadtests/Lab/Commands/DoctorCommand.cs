namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>doctor</c>: checks this machine for problems that would distort a run.</summary>
internal static class DoctorCommand
{
    private const int WouldSpoil = 1;

    public static Command Create(TimeProvider time)
    {
        var command = new ToolCommand(
            "doctor",
            "Checks this machine for problems that would spoil a run, and says how to fix them. Takes a second. "
            + ExitCode.Help((ExitCode.Done, "nothing found"), (WouldSpoil, "something would spoil a run")));
        command.SetAction(async (arguments, token) =>
        {
            var report = await Examination.RunAsync(time, token);
            await arguments.InvocationConfiguration.Output.WriteLineAsync(report.Plain());
            return report.WouldSpoil ? WouldSpoil : ExitCode.Done;
        });
        return command;
    }
}
