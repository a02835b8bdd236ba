using System.Net;

namespace DroneDelivery.LoadGenerator.Benchmarks;

/// <summary>
/// The least that a load generator on the platform's own client could do: nothing is timed, recorded, or limited. What it lacks
/// is no part of the comparison; what its client costs is.
/// </summary>
internal sealed class BareHandlerLoad(Protocol protocol, Uri address) : IDisposable
{
    private readonly Version _version = protocol == Protocol.Http2 ? HttpVersion.Version20 : HttpVersion.Version11;
    private readonly HttpMessageInvoker _invoker = new(new SocketsHttpHandler
    {
        ActivityHeadersPropagator = null,
        AllowAutoRedirect = false,
        MaxConnectionsPerServer = Plan.Users,
        UseCookies = false,
        UseProxy = false,
    });

    private bool _over;

    public static async Task<Cost> RunAsync(
        Protocol protocol, Uri address, TimeSpan duration, CancellationToken cancellationToken)
    {
        using var load = new BareHandlerLoad(protocol, address);
        await load.RunAsync(Plan.WarmUp, cancellationToken);
        return await load.RunAsync(duration, cancellationToken);
    }

    public void Dispose() => _invoker.Dispose();

    private async Task<Cost> RunAsync(TimeSpan duration, CancellationToken cancellationToken)
    {
        Volatile.Write(ref _over, false);
        var (start, processor) = (TimeProvider.System.GetTimestamp(), Environment.CpuUsage.TotalTime);
        var users = Enumerable.Range(0, Plan.Users)
            .Select(_ => Task.Run(() => AskUntilOverAsync(cancellationToken), cancellationToken))
            .ToList();
        await Task.Delay(duration, cancellationToken);
        Volatile.Write(ref _over, true);
        var answered = await Task.WhenAll(users);
        return new Cost(
            answered.Sum(), 0, TimeProvider.System.GetElapsedTime(start), Environment.CpuUsage.TotalTime - processor);
    }

    private async Task<long> AskUntilOverAsync(CancellationToken cancellationToken)
    {
        var buffer = new byte[4096];
        var answered = 0L;
        while (!Volatile.Read(ref _over))
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, address)
            {
                Version = _version,
                VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            };
            using var response = await _invoker.SendAsync(request, cancellationToken);
            var body = response.EnsureSuccessStatusCode().Content.ReadAsStream(cancellationToken);
            while (await body.ReadAsync(buffer, cancellationToken) > 0)
            {
            }

            answered++;
        }

        return answered;
    }
}
