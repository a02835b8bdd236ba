namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>An option with or without a port of 127.0.0.1.</summary>
internal sealed class PortOption : Option<int?>
{
    public const int HighestPort = 65_535;

    private readonly int _defaultPort;

    /// <param name="purpose">The beginning of the help text: what is done on the port.</param>
    public PortOption(string name, string purpose, int defaultPort)
        : base(name)
    {
        _defaultPort = defaultPort;
        Description = $"{purpose}, on this port of 127.0.0.1, {defaultPort} if none is given; 0 for any free port.";
        Arity = ArgumentArity.ZeroOrOne;
        HelpName = "PORT";
        Validators.Add(NumberOption.Range(0, HighestPort));
    }

    /// <summary>The port; the default if none was given, and null without the option.</summary>
    public int? Read(CommandResult line) => line.GetResult(this) switch
    {
        null or { Implicit: true } => null,
        { Tokens.Count: 0 } => _defaultPort,
        _ => line.GetValue(this),
    };
}
