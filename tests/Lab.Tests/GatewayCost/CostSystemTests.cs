using System.Diagnostics;
using System.Net.Sockets;
using DroneDelivery.LoadTests.Lab.GatewayCost;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Lab.Tests.GatewayCost;

/// <summary>Real programs: whatever is measured answers with the backend's document, and is gone afterwards.</summary>
public sealed class CostSystemTests : IDisposable
{
    private const int BackendBytes = 1024;

    // Other targets differ from these in flags of the gateway only.
    private static readonly string[] OneOfEachKind = ["direct", "nginx-cache", "bare", "tracing", "tls", "no-keep-alive"];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone cost ");

    [Fact]
    public async Task Targets_Started_AnswerAsTheBackendDoes_AndEndWithTheSystem()
    {
        var token = TestContext.Current.CancellationToken;
        var targets = CostTargets.Choose(OneOfEachKind).Append(CostTargets.ForUsage("0.1"))
            .Where(target => target.Needs is not { } program || InstalledProgram.Find(program) is not null)
            .ToList();
        using var http = new HttpClient(new SocketsHttpHandler
        {
            SslOptions = { RemoteCertificateValidationCallback = (_, _, _, _) => true },
        });
        int[] processes;
        await using (var system = await CostSystem.StartAsync(_folder.FullName, TimeProvider.System, token))
        {
            var all = await Task.WhenAll(targets.Select(target => target.StartAsync(system, token)));
            foreach (var (target, running) in targets.Zip(all))
            {
                Assert.Equal((target.Name, BackendBytes), (target.Name, await LengthAsync(http, running, token)));
            }

            processes = [system.BackendProcessId, .. all.Select(running => running.ProcessId).OfType<int>()];
        }

        Assert.Equal(targets.Count, processes.Length);
        Assert.All(processes, id => Assert.Throws<ArgumentException>(() => Process.GetProcessById(id)));
    }

    /// <summary>By itself, so that nothing else gives its port the time to open.</summary>
    [Fact]
    public async Task TargetOverTls_Started_AcceptsConnectionsAtOnce()
    {
        var token = TestContext.Current.CancellationToken;
        await using var system = await CostSystem.StartAsync(_folder.FullName, TimeProvider.System, token);
        using var client = new TcpClient();

        var running = await CostTargets.Choose(["tls"])[0].StartAsync(system, token);
        await client.ConnectAsync(running.Url.Host, running.Url.Port, token);

        Assert.Equal((Uri.UriSchemeHttps, true), (running.Url.Scheme, client.Connected));
    }

    [Fact]
    public async Task ProcessTreeTime_WorkDone_Grows()
    {
        await using var system = await CostSystem.StartAsync(
            _folder.FullName, TimeProvider.System, TestContext.Current.CancellationToken);

        Assert.True(ProcessTreeTime.Read(system.BackendProcessId) > TimeSpan.Zero);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private static async Task<int> LengthAsync(HttpClient http, RunningTarget running, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, running.Url);
        if (running.Key is { } key)
        {
            request.Headers.Add(RunningTarget.KeyHeader, key);
        }

        using var answer = await http.SendAsync(request, cancellationToken);
        answer.EnsureSuccessStatusCode();
        return (await answer.Content.ReadAsByteArrayAsync(cancellationToken)).Length;
    }
}
