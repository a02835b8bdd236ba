namespace DroneDelivery.ServiceDefaults.CommandLine;

/// <summary>A word, such as <c>keys</c>, that stands before all flags and has the program do something else than serve.</summary>
/// <param name="Name">The word.</param>
/// <param name="Text">What it does, in one line of the help.</param>
/// <param name="RunAsync">Takes the rest of the command line to an exit code.</param>
public sealed record ServiceCommand(string Name, string Text, Func<string[], Task<int>> RunAsync);
