using DroneDelivery.LoadTests.Engine.Clients;

namespace DroneDelivery.Usage.Benchmarks;

/// <summary>
/// Users of one gateway, each waiting for its answer, with one key after another, and what they were answered. They go on until the pot of
/// requests is empty, or their gateway is gone.
/// </summary>
internal sealed class Traffic(Uri gateway, string path, IReadOnlyList<Key> keys, Pot pot) : IDisposable
{
    private const int Users = 16;

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);

    private readonly HttpLoadClient _client = new(Users, Timeout, TimeProvider.System);
    private readonly PreparedRequest[] _requests =
        [.. keys.Select(key => new PreparedRequest(HttpMethod.Get, new Uri(gateway, path), [new(Key.Header, key.Text)]))];

    private readonly long[] _answeredByKey = new long[keys.Count];
    private readonly long[] _answeredAt = new long[pot.Size];
    private long _answered;
    private long _next;

    public long Answered => Interlocked.Read(ref _answered);

    /// <summary>Requests that had not been answered when the gateway was gone.</summary>
    public long Broken { get; private set; }

    public IReadOnlyDictionary<string, long> AnsweredByKey =>
        keys.Select((key, index) => (key.Id, Count: _answeredByKey[index])).ToDictionary(key => key.Id, key => key.Count);

    /// <summary>When all but this many of the answers had come.</summary>
    public long TimestampBefore(long last)
    {
        var sorted = _answeredAt[..(int)Answered];
        Array.Sort(sorted);
        return sorted[Math.Clamp((int)(Answered - last), 0, sorted.Length - 1)];
    }

    public Task RunAsync() => Task.WhenAll(Enumerable.Range(0, Users).Select(_ => RunUserAsync()));

    public void Dispose() => _client.Dispose();

    private async Task RunUserAsync()
    {
        while (pot.TryTake())
        {
            var key = (int)(Interlocked.Increment(ref _next) % keys.Count);
            var outcome = await _client.SendAsync(_requests[key], CancellationToken.None);
            if (outcome.Error is not null)
            {
                pot.PutBack();
                lock (_requests)
                {
                    Broken++;
                }

                return;
            }

            if (outcome.StatusCode != 200)
            {
                throw new InvalidOperationException($"A gateway answered {outcome.StatusCode}.");
            }

            Interlocked.Increment(ref _answeredByKey[key]);
            _answeredAt[Interlocked.Increment(ref _answered) - 1] = TimeProvider.System.GetTimestamp();
        }
    }
}
