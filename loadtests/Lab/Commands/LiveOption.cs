using System.CommandLine;
using DroneDelivery.LoadTests.Lab.Live;
using DroneDelivery.LoadTests.Lab.Options;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>Options of the live page.</summary>
internal static class LiveOption
{
    private const int HighestPort = 65_535;

    /// <summary>A port, by default the usual one.</summary>
    public static Option<int> Port(string name, string description)
    {
        var option = new Option<int>(name) { Description = description, DefaultValueFactory = _ => LiveServer.DefaultPort };
        option.Validators.Add(NumberOption.Range<int>(0, HighestPort));
        return option;
    }

    /// <summary><c>--live</c>, with a port or without.</summary>
    public static Option<int?> OnRequest()
    {
        var option = new Option<int?>("--live")
        {
            Description = "Serves a live page meanwhile, on this port of 127.0.0.1 (default "
                + $"{LiveServer.DefaultPort}; 0: any that is free).",
            Arity = ArgumentArity.ZeroOrOne,
            HelpName = "port",
        };
        option.Validators.Add(NumberOption.Range(0, HighestPort));
        return option;
    }

    /// <summary>The port asked for; null where no page was.</summary>
    public static int? Read(ParseResult arguments, Option<int?> option) => arguments.GetResult(option) switch
    {
        null or { Implicit: true } => null,
        { Tokens.Count: 0 } => LiveServer.DefaultPort,
        _ => arguments.GetValue(option),
    };
}
