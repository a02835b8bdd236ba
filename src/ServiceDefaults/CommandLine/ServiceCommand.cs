namespace DroneDelivery.ServiceDefaults.CommandLine;

/// <summary>A command, such as <c>keys</c>: the first argument, with which the program does something other than serve.</summary>
/// <param name="Name">The argument.</param>
/// <param name="Text">What it does, in one line of the help.</param>
/// <param name="RunAsync">Runs the command with the rest of the command line and returns the exit code.</param>
public sealed record ServiceCommand(string Name, string Text, Func<string[], Task<int>> RunAsync);
