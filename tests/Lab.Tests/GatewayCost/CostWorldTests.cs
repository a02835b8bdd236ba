using System.Diagnostics;
using System.Net.Sockets;
using DroneDelivery.LoadTests.Lab.GatewayCost;

namespace DroneDelivery.Lab.Tests.GatewayCost;

/// <summary>Real programs: whatever is measured answers with the backend's document, and is gone afterwards.</summary>
public sealed class CostWorldTests : IDisposable
{
    private const int BackendBytes = 1024;

    // Other targets differ from these in flags of the gateway only.
    private static readonly string[] OneOfEachKind = ["direct", "nginx-cache", "bare", "tracing", "tls", "full"];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-cost-");

    [Fact]
    public async Task Ways_Opened_AnswerAsTheBackendDoes_AndEndWithTheWorld()
    {
        var token = TestContext.Current.CancellationToken;
        var targets = CostTargets.Choose(OneOfEachKind)
            .Where(target => target.Needs is not { } program || InstalledProgram.Has(program))
            .ToList();
        using var http = new HttpClient(new SocketsHttpHandler
        {
            SslOptions = { RemoteCertificateValidationCallback = (_, _, _, _) => true },
        });
        int[] processes;
        await using (var world = await CostWorld.StartAsync(_folder.FullName, TimeProvider.System, token))
        {
            var ways = await Task.WhenAll(targets.Select(target => target.OpenAsync(world, token)));
            foreach (var (target, way) in targets.Zip(ways))
            {
                Assert.Equal((target.Name, BackendBytes), (target.Name, await LengthAsync(http, way, token)));
            }

            processes = [world.BackendProcessId, .. ways.Select(way => way.ProcessId).OfType<int>()];
        }

        Assert.Equal(targets.Count, processes.Length);
        Assert.All(processes, id => Assert.Throws<ArgumentException>(() => Process.GetProcessById(id)));
    }

    /// <summary>By itself, so that nothing else gives its port the time to open.</summary>
    [Fact]
    public async Task WayOverTls_Opened_TakesConnectionsAtOnce()
    {
        var token = TestContext.Current.CancellationToken;
        await using var world = await CostWorld.StartAsync(_folder.FullName, TimeProvider.System, token);
        using var client = new TcpClient();

        var way = await CostTargets.Choose(["tls"])[0].OpenAsync(world, token);
        await client.ConnectAsync(way.Url.Host, way.Url.Port, token);

        Assert.Equal((Uri.UriSchemeHttps, true), (way.Url.Scheme, client.Connected));
    }

    [Fact]
    public async Task ProcessTreeTime_WorkDone_Grows()
    {
        await using var world = await CostWorld.StartAsync(
            _folder.FullName, TimeProvider.System, TestContext.Current.CancellationToken);

        Assert.True(ProcessTreeTime.Of(world.BackendProcessId) > TimeSpan.Zero);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private static async Task<int> LengthAsync(HttpClient http, OpenWay way, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, way.Url);
        if (way.Key is { } key)
        {
            request.Headers.Add(OpenWay.KeyHeader, key);
        }

        using var answer = await http.SendAsync(request, cancellationToken);
        answer.EnsureSuccessStatusCode();
        return (await answer.Content.ReadAsByteArrayAsync(cancellationToken)).Length;
    }
}
