using System.Diagnostics;
using DroneDelivery.LoadTests.Lab.Processes;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.Lab.Tests.Processes;

/// <summary>Real processes of the Package service, which starts fast and needs nothing else.</summary>
public sealed class ServiceGroupTests : IAsyncDisposable
{
    private readonly DirectoryInfo _logs = Directory.CreateTempSubdirectory("drone-logs-");
    private readonly HttpClient _http = new();
    private readonly ServiceGroup _group;

    public ServiceGroupTests() => _group = new ServiceGroup(telemetry: null, _logs.FullName, TimeProvider.System);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async ValueTask DisposeAsync()
    {
        await _group.DisposeAsync();
        _http.Dispose();
        _logs.Delete(recursive: true);
    }

    /// <summary>The log that the failure names is that of the second start: the kill before it was no failure.</summary>
    [Fact]
    public async Task Restart_KilledOneOfTwo_IsNoFailureAndKeepsPortAndName()
    {
        var (first, second) = (Package(1), Package(2));
        await _group.StartAsync([first, second], Cancelled);
        var (failure, before) = (_group.WaitForFailureAsync(Cancelled), _group.Processes);

        await _group.KillAsync(second.Service);
        await Assert.ThrowsAsync<HttpRequestException>(() => _http.GetAsync(second.Readiness, Cancelled));
        await _group.RestartAsync(second.Service, Cancelled);

        var after = _group.Processes;
        Assert.Equal([before[0], ("package-2", after[1].ProcessId)], after);
        Assert.NotEqual(before[1].ProcessId, after[1].ProcessId);
        Assert.True((await _http.GetAsync(second.Readiness, Cancelled)).IsSuccessStatusCode);
        using (var process = Process.GetProcessById(after[1].ProcessId))
        {
            process.Kill();
        }

        var sentence = await failure;
        Assert.StartsWith("package-2 stopped with exit code", sentence, StringComparison.Ordinal);
        Assert.Contains("package-2-2.log", sentence, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_AnotherNumberOfProcesses_StopsAllBefore()
    {
        var only = ServicePorts.Choose().StartOf(BuiltService.Package);
        await _group.StartAsync([only], Cancelled);
        var before = Assert.Single(_group.Processes);

        await _group.StartAsync([Package(1), Package(2)], Cancelled);

        Assert.Equal(["package-1", "package-2"], _group.Processes.Select(process => process.Name));
        Assert.Throws<ArgumentException>(() => Process.GetProcessById(before.ProcessId));
    }

    [Fact]
    public async Task Start_SeveralProcesses_HaveInstanceIdsOfTheirOwn()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux shows the environment of another process.");

        await _group.StartAsync([Package(1), Package(2)], Cancelled);

        Assert.All(_group.Processes, process => Assert.Contains(
            $"OTEL_RESOURCE_ATTRIBUTES=service.instance.id={process.Name}",
            File.ReadAllText($"/proc/{process.ProcessId}/environ").Split('\0')));
    }

    private static ServiceStart Package(int number) =>
        ServicePorts.Choose().StartOf(BuiltService.Package with { Number = number });
}
