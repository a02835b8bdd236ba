namespace DroneDelivery.LoadTests.Lab.CallRecording;

/// <summary><c>record</c>: a proxy between a service and its Cosmos DB account, which counts and traces the calls.</summary>
internal static class RecordCommand
{
    // Differs from the emulator's, which may be the target.
    private const int DefaultPort = 8082;

    public static Command Create(TimeProvider time)
    {
        var to = TextOption.Create("--to", "URL", "The endpoint of the account or the emulator that calls are forwarded to.");
        to.Required = true;
        var port = NumberOption.Create(
            "--port", "Port of the proxy on 127.0.0.1; 0 for any free port.", DefaultPort, 0, PortOption.HighestPort);
        var otlp = TextOption.Create(
            "--otlp", "URL",
            "Sends each call as a span to this OTLP/HTTP receiver. It joins the trace of the request that made it.");
        var service = TextOption.Create(
            "--service", "NAME", "With --otlp, the service.name of the service that makes the calls. Default: cosmos-client.");
        var allowRemote = FlagOption.Create(
            "--allow-remote", "Allows a target on another machine. Only use accounts that are yours.");
        var command = new ToolCommand(
            "record",
            "Forwards the calls of a service in Gateway mode to its Cosmos DB account, and counts them until Ctrl+C. "
            + $"Exit codes: {ExitCode.Done} stopped by it, {ExitCode.CouldNotBeDone} it could not be done, "
            + $"{ExitCode.WrongUsage} wrong command line.") { to, port, otlp, service, allowRemote };
        command.Run(
            line =>
            {
                line.RefuseIf(!line.Has(otlp), otlp.Name, service);
                var allowed = line.GetValue(allowRemote);
                return new RecordSettings(
                    Root(RequestOptions.Target(line.GetRequiredValue(to)!, allowed)),
                    line.GetValue(port),
                    line.GetValue(otlp) is { } receiver ? RequestOptions.Target(receiver, allowed) : null,
                    line.GetValue(service) ?? "cosmos-client");
            },
            (settings, arguments, token) => RunAsync(settings, arguments.InvocationConfiguration.Output, time, token));
        return command;
    }

    private static Uri Root(Uri endpoint) => endpoint.PathAndQuery == "/"
        ? endpoint
        : throw new FormatException(
            $"--to takes an endpoint without a path, such as {endpoint.GetLeftPart(UriPartial.Authority)}.");

    private static async Task<int> RunAsync(
        RecordSettings settings, TextWriter output, TimeProvider time, CancellationToken cancellationToken)
    {
        using var exporter = settings.Otlp is { } otlp ? new SpanExporter(otlp, settings.Service, time) : null;
        await using var proxy = await RecordingProxy.StartAsync(
            settings.Target, settings.Port, exporter, time, cancellationToken);
        await output.WriteLineAsync(
            $"""
            Forwarding {proxy.Address} to {settings.Target}
            Give the service this endpoint, with the key of the account: AccountEndpoint={proxy.Address};AccountKey=...
            Use Gateway mode (.NET: ConnectionMode = ConnectionMode.Gateway). Calls of Direct mode bypass the proxy.
            Ctrl+C ends it and prints the calls.
            """);
        var running = exporter?.RunAsync(cancellationToken) ?? Task.Delay(Timeout.InfiniteTimeSpan, time, cancellationToken);
        await running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await proxy.StopAsync();
        await (exporter?.FlushAsync() ?? Task.CompletedTask);
        await output.WriteLineAsync(proxy.Calls.InWords());
        if (proxy.SawDirectMode)
        {
            await output.WriteLineAsync(
                "A client asked for the addresses of replicas: it uses Direct mode, and its data calls are not counted. "
                + "Set ConnectionMode.Gateway in its CosmosClientOptions.");
        }

        if (exporter?.Losses is { } losses)
        {
            await output.WriteLineAsync(losses);
        }

        return ExitCode.Done;
    }

    private sealed record RecordSettings(Uri Target, int Port, Uri? Otlp, string Service);
}
