using System.Collections.Concurrent;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Shedding;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Shedding;

/// <summary>The backends whose permits a gateway has released; a permit is released only if a request was admitted.</summary>
internal sealed class RecordedReleases
{
    // Longer than a busy machine needs. It passes only in a test that fails.
    private static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(60);

    private readonly ConcurrentQueue<string> _backends = new();
    private readonly SemaphoreSlim _released = new(0);

    public RecordedReleases(TestGateway gateway) => gateway.WithServices(services => services.AddSingleton(
        new BackendGates(new PriorityShares(100, 100, 100), backend => new RecordingLimit(backend, this))));

    /// <summary>Waits for so many releases, and returns the backends of all of them, in ordinal order.</summary>
    public async Task<IEnumerable<string>> WaitAsync(int count)
    {
        for (var i = 0; i < count && await _released.WaitAsync(MaxWait, TestContext.Current.CancellationToken); i++)
        {
        }

        return _backends.Order(StringComparer.Ordinal);
    }

    private sealed class RecordingLimit(string backend, RecordedReleases releases) : IConcurrencyLimit
    {
        public int Current => 100;

        public void Record(TimeSpan duration, CallOutcome outcome, int inFlight)
        {
            releases._backends.Enqueue(backend);
            releases._released.Release();
        }

        public void RecordRefusal()
        {
        }
    }
}
