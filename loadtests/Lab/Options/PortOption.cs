namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>An option with or without a port of 127.0.0.1.</summary>
internal static class PortOption
{
    public const int HighestPort = 65_535;

    public static Option<int?> Create(string name, string description) => new(name)
    {
        Description = description,
        Arity = ArgumentArity.ZeroOrOne,
        HelpName = "PORT",
        Validators = { NumberOption.Range(0, HighestPort) },
    };

    /// <summary>The port; the default if none was given, and null without the option.</summary>
    public static int? ReadPort(this CommandResult line, Option<int?> option, int defaultPort) => line.GetResult(option) switch
    {
        null or { Implicit: true } => null,
        { Tokens.Count: 0 } => defaultPort,
        _ => line.GetValue(option),
    };
}
