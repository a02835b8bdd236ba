using System.Diagnostics;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Deploy.Tests.Programs;

/// <summary>What a container gives its program, with addresses, ports and paths that exist on this machine.</summary>
/// <param name="Name">Of the image, such as <c>package</c>.</param>
/// <param name="Probes">The addresses that answer 200 when the program is ready.</param>
internal sealed record ContainerConfiguration(
    string Name, IReadOnlyList<string> Arguments, IReadOnlyDictionary<string, string> Environment, IReadOnlyList<Uri> Probes);

/// <summary>Programs of this repository that run with the configuration of their containers. Disposing stops them.</summary>
internal sealed class ContainerPrograms : IAsyncDisposable
{
    private readonly DirectoryInfo _logs = Directory.CreateTempSubdirectory("drone-container-");
    private readonly List<ServiceProcess> _processes = [];
    private readonly HttpClient _http = new();

    /// <summary>Variables of .NET and OpenTelemetry, which the programs do not read themselves.</summary>
    public static IReadOnlyList<string> OtherVariables { get; } = ["DOTNET_EnableDiagnostics", "OTEL_EXPORTER_OTLP_ENDPOINT"];

    /// <summary>The programs by the last part of the name of their image.</summary>
    public static IReadOnlyDictionary<string, BuiltService> Services { get; } = new[]
    {
        BuiltService.Emulator, BuiltService.Delivery, BuiltService.Package, BuiltService.DroneScheduler, BuiltService.Gateway,
    }.ToDictionary(service => service.Name);

    public static IEnumerable<string> Names => Services.Keys;

    /// <summary>Starts the program and waits until each of its probes answers 200.</summary>
    /// <exception cref="LabException">It does not start, or a probe does not answer.</exception>
    public async Task StartAsync(ContainerConfiguration container)
    {
        var logs = _logs.CreateSubdirectory(Guid.NewGuid().ToString("N"));
        var process = ServiceProcess.Start(
            Services[container.Name], container.Arguments, Complete(container), logs.FullName, TimeProvider.System);
        _processes.Add(process);
        foreach (var probe in container.Probes)
        {
            await process.WaitUntilReadyAsync(_http, probe, TestContext.Current.CancellationToken);
        }
    }

    /// <summary>Waits until a running program answers with this text.</summary>
    public Task WaitForAsync(string name, Uri address, string content) =>
        _processes.Single(process => process.Service.Name == name)
            .WaitUntilReadyAsync(_http, address, content, TestContext.Current.CancellationToken);

    public Task<string> GetAsync(Uri address) => _http.GetStringAsync(address, TestContext.Current.CancellationToken);

    /// <summary>Runs a command of the program of a container, with its environment.</summary>
    /// <param name="invalid">The name of a variable that gets a value that no setting accepts.</param>
    public static Task<ProgramResult> RunAsync(
        ContainerConfiguration container, IEnumerable<string> arguments, string? invalid = null)
    {
        var start = new ProcessStartInfo(Services[container.Name].ProgramPath, arguments);
        foreach (var (name, value) in Complete(container))
        {
            start.Environment[name] = name == invalid ? "no such value" : value;
        }

        return ProgramResult.RunAsync(start);
    }

    /// <summary>
    /// The environment variables of the container that the program does not read: with a value that no setting accepts it starts
    /// nevertheless. <see cref="OtherVariables"/> are left out.
    /// </summary>
    public static async Task<IReadOnlyList<string>> FindUnknownVariablesAsync(ContainerConfiguration container)
    {
        var unknown = new List<string>();
        foreach (var name in container.Environment.Keys.Except(OtherVariables))
        {
            // It ends with 0 as soon as its input does, unless the value ends it earlier.
            if (await RunAsync(container, [.. container.Arguments, "--stop-with-stdin", "true"], name) is { ExitCode: 0 })
            {
                unknown.Add(name);
            }
        }

        return unknown;
    }

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_processes.Select(process => process.DisposeAsync().AsTask()));
        _http.Dispose();
        _logs.Delete(recursive: true);
    }

    private static Dictionary<string, string> Complete(ContainerConfiguration container) =>
        new(container.Environment) { [ServiceProcess.WarmUpTime] = "0" };
}
