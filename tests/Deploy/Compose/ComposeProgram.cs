using DroneDelivery.Deploy.Tests.Programs;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Deploy.Tests.Compose;

/// <summary>A service of the Compose file as a process on loopback, with the configuration of its container.</summary>
internal sealed class ComposeProgram(string host, ComposeService service, ComposeAddresses table, string logs)
{
    // What differs from a container, in addition to the flag with which ServiceProcess stops it: metrics are sent sooner, no time
    // is spent on compiling before the first request, and Delivery reads its summaries once, so that the emulator's counters grow
    // by the test's calls only.
    private static readonly Dictionary<string, string> Additions = new()
    {
        ["OTEL_METRIC_EXPORT_INTERVAL"] = "500",
        [ServiceProcess.WarmUpTime] = "0",
        ["Summaries__RefreshEvery"] = "1.00:00:00",
    };

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private BuiltService Program => ContainerPrograms.Services[NameOf(service)!];

    private Uri HealthUri => new(table.Replace(host, service.Healthcheck!.Arguments[^1]));

    /// <summary>Whether this project builds the image.</summary>
    public static bool IsBuilt(ComposeService service) =>
        NameOf(service) is { } name && ContainerPrograms.Services.ContainsKey(name);

    /// <summary>Starts it, and returns once the URL of its health check answers 200.</summary>
    /// <exception cref="LoadTests.Lab.LabException">It ended or did not become healthy.</exception>
    public async Task<ServiceProcess> StartAsync(HttpClient http)
    {
        var process = Start(changed: null);
        try
        {
            await process.WaitUntilReadyAsync(http, HealthUri, Cancelled);
            return process;
        }
        catch
        {
            await process.DisposeAsync();
            throw;
        }
    }

    /// <summary>
    /// Finds a variable with which the program starts although the value is one that no setting accepts. OpenTelemetry ignores
    /// such a value, so its variable is left out.
    /// </summary>
    public async Task<string?> FindUnreadVariableAsync(HttpClient http)
    {
        foreach (var variable in service.Environment.Keys.Where(name => !name.StartsWith("OTEL_", StringComparison.Ordinal)))
        {
            await using var process = Start(changed: variable);
            using var stop = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
            var ended = process.WaitForFailureAsync(stop.Token);
            var started = process.WaitUntilReadyAsync(http, HealthUri, stop.Token);
            await Task.WhenAny(ended, started);
            if (started.IsCompletedSuccessfully)
            {
                // Whatever has answered at the address: a program that refuses the value ends with another exit code.
                await process.DrainAsync(stop.Token);
                if ((await ended).Contains("stopped with exit code 0.", StringComparison.Ordinal))
                {
                    return $"{host}: {variable} is not read.";
                }
            }

            await stop.CancelAsync();
        }

        return null;
    }

    /// <summary>Runs the command of the health check, and returns its exit code and output.</summary>
    public Task<ProgramResult> CheckHealthAsync()
    {
        // The image has the program in /app, under the name of its assembly.
        Assert.Equal($"/app/{Path.GetFileName(Program.ProgramPath)}", service.Healthcheck!.Program);
        return RunAsync([.. service.Healthcheck.Arguments.Select(argument => table.Replace(host, argument))]);
    }

    /// <summary>Runs a command of the program in the environment of the container, as <c>docker compose exec</c> does.</summary>
    public Task<ProgramResult> RunAsync(params string[] arguments) =>
        ProgramResult.RunAsync(Program.ProgramPath, arguments, CreateEnvironment());

    /// <returns>Null for an image of others.</returns>
    private static string? NameOf(ComposeService service) =>
        service.Image.Split(':')[0].Split('/') is ["drone-delivery", var name] ? name : null;

    private ServiceProcess Start(string? changed)
    {
        var environment = CreateEnvironment();
        if (changed is not null)
        {
            environment[changed] = "/no such value/";
        }

        return ServiceProcess.Start(
            Program,
            service.Command.Select(argument => table.Replace(host, argument)),
            environment,
            Directory.CreateDirectory(Path.Combine(logs, Guid.NewGuid().ToString("N"))).FullName,
            TimeProvider.System);
    }

    private Dictionary<string, string> CreateEnvironment() => service.Environment
        .Select(variable => KeyValuePair.Create(variable.Key, table.Replace(host, variable.Value)))
        .Concat(Additions)
        .ToDictionary();
}
