namespace DroneDelivery.ServiceDefaults.CommandLine;

/// <summary>A command, such as <c>keys</c>: as the first argument it runs instead of the service.</summary>
/// <param name="Name">The argument.</param>
/// <param name="Text">The description of the command, in one line of the help.</param>
/// <param name="RunAsync">Runs the command with the rest of the command line and returns the exit code.</param>
public sealed record ServiceCommand(string Name, string Text, Func<string[], Task<int>> RunAsync);
