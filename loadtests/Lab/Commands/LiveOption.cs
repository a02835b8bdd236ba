namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>Options of the live page.</summary>
internal static class LiveOption
{
    public const int HighestPort = 65_535;

    /// <summary><c>--live</c>, with or without a port.</summary>
    public static Option<int?> OnRequest() => new("--live")
    {
        Description =
            $"Serves a live page during the run, on this port of 127.0.0.1 (default {LiveServer.DefaultPort}; 0: any free port).",
        Arity = ArgumentArity.ZeroOrOne,
        HelpName = "port",
        Validators = { NumberOption.Range(0, HighestPort) },
    };

    /// <summary>The port of the live page; null without <c>--live</c>.</summary>
    public static int? Read(ParseResult arguments, Option<int?> option) => arguments.GetResult(option) switch
    {
        null or { Implicit: true } => null,
        { Tokens.Count: 0 } => LiveServer.DefaultPort,
        _ => arguments.GetValue(option),
    };
}
