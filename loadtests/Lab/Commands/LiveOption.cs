namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>Options of the live page.</summary>
internal static class LiveOption
{
    /// <summary><c>--live</c>, with or without a port.</summary>
    public static Option<int?> OnRequest() => PortOption.Create(
        "--live",
        "Serves a live page during the run, on this port of 127.0.0.1, "
        + $"{LiveServer.DefaultPort} if none is given; 0 for any free port.");

    /// <summary>The port of the live page; null without <c>--live</c>.</summary>
    public static int? Read(ParseResult arguments, Option<int?> option) =>
        arguments.CommandResult.ReadPort(option, LiveServer.DefaultPort);
}
