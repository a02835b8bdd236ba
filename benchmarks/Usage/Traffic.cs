using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.Usage.Benchmarks;

/// <summary>
/// Users of one gateway, each waiting for its answer, with one key after another, and what they were answered. Each key asks for
/// a length of its own, and one time in four for what there is not. They go on until the pot of requests is empty, or their
/// gateway is gone.
/// </summary>
internal sealed class Traffic(Uri gateway, string path, IReadOnlyList<Key> keys, Pot pot) : IDisposable
{
    private const int Users = 16;
    private const int ShortestAnswer = 500;
    private const int MissingEvery = 4;

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);

    private readonly HttpLoadClient _client = new(Users, Timeout, TimeProvider.System);
    private readonly PreparedRequest[] _found =
        [.. keys.Index().Select(key => RequestOf(gateway, $"{path}/{ShortestAnswer + key.Index}", key.Item))];

    private readonly PreparedRequest[] _missing =
        [.. keys.Select(key => RequestOf(gateway, $"{path}/{StubBackend.Missing}", key))];

    private readonly long[] _answeredAt = new long[pot.Size];
    private long _answered;
    private long _broken;
    private long _next;

    public AnswerCounts Counts { get; } = new();

    public long Answered => Interlocked.Read(ref _answered);

    /// <summary>Requests that had not been answered when the gateway was gone.</summary>
    public long Broken => Interlocked.Read(ref _broken);

    /// <summary>When all but this many of the answers had come.</summary>
    public long TimestampBefore(long last)
    {
        var sorted = _answeredAt[..(int)Answered];
        Array.Sort(sorted);
        return sorted[Math.Clamp((int)(Answered - last), 0, sorted.Length - 1)];
    }

    public Task RunAsync() => Task.WhenAll(Enumerable.Range(0, Users).Select(_ => RunUserAsync()));

    public void Dispose() => _client.Dispose();

    private static PreparedRequest RequestOf(Uri gateway, string path, Key key) =>
        new(HttpMethod.Get, new Uri(gateway, path), [new(GatewayProcess.KeyHeader, key.Text)]);

    private async Task RunUserAsync()
    {
        while (pot.TryTake())
        {
            var (round, key) = Math.DivRem(Interlocked.Increment(ref _next), keys.Count);
            var isMissing = round % MissingEvery == 0;
            var outcome = await _client.SendAsync((isMissing ? _missing : _found)[key], CancellationToken.None);
            if (outcome.Error is not null)
            {
                pot.PutBack();
                Interlocked.Increment(ref _broken);
                return;
            }

            if (outcome.StatusCode != (isMissing ? 404 : 200))
            {
                throw new InvalidOperationException($"A gateway answered {outcome.StatusCode}.");
            }

            Counts.Add(keys[(int)key].Id, outcome.StatusCode, 1, outcome.Bytes);
            _answeredAt[Interlocked.Increment(ref _answered) - 1] = TimeProvider.System.GetTimestamp();
        }
    }
}
