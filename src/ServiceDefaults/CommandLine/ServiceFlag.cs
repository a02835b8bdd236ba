namespace DroneDelivery.ServiceDefaults.CommandLine;

/// <summary>A command-line flag, such as <c>--http-port</c>, that sets one key of the .NET configuration.</summary>
/// <param name="Name">The flag with its dashes.</param>
/// <param name="Key">The configuration key it sets.</param>
/// <param name="Text">The description of the flag, in one line of the help.</param>
/// <param name="Default">The default as the help shows it; the options class has the actual value.</param>
public sealed record ServiceFlag(string Name, string Key, string Text, string Default);
