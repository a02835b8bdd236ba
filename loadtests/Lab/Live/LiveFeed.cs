using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Threading.Channels;

namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>
/// The events for open pages, and the data of the last hour for new pages. Memory is bounded for any duration and any reading
/// speed of a page. Safe for concurrent use.
/// </summary>
internal sealed class LiveFeed(LiveControls? controls, TimeProvider time)
{
    /// <summary>An hour of seconds.</summary>
    public const int Capacity = 3_600;

    private const int MaxSeries = 96;
    private const int MaxMarkers = 100;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    /// <summary>The limit of the events that a slow page has not read.</summary>
    private static readonly BoundedChannelOptions Unread = new(30) { FullMode = BoundedChannelFullMode.DropOldest };

    private readonly Lock _gate = new();
    private readonly SeriesHistory _history = new(Capacity, MaxSeries);
    private readonly Queue<LiveMarker> _markers = new();
    private readonly List<Channel<SseItem<object>>> _readers = [];
    private volatile LiveSnapshot? _latest;
    private (string Step, long Start)? _change;
    private bool _ended;

    public LiveSnapshot? Latest => _latest;

    /// <summary>The number of connected pages.</summary>
    public int Readers => _gate.Read(() => _readers.Count);

    public void Publish(LiveSnapshot snapshot)
    {
        var values = LiveSeries.FromSnapshot(snapshot).ToDictionary();
        var milliseconds = snapshot.Time.ToUnixTimeMilliseconds();
        using var scope = _gate.EnterScope();
        _latest = snapshot;
        _history.Add(milliseconds, values);
        SendNeedsLock("second", new SecondEvent(milliseconds, values, snapshot));
    }

    /// <summary>Reads and publishes a snapshot once a second until cancelled; then returns normally. Skips null.</summary>
    public async Task PublishEverySecondAsync(
        Func<CancellationToken, Task<LiveSnapshot?>> read, CancellationToken cancellationToken)
    {
        using var seconds = new PeriodicTimer(Interval, time);
        try
        {
            while (await seconds.WaitForNextTickAsync(cancellationToken))
            {
                if (await read(cancellationToken) is { } snapshot)
                {
                    Publish(snapshot);
                }
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return;
        }
    }

    /// <summary>Marks this moment in every chart.</summary>
    public void Mark(string text)
    {
        var marker = new LiveMarker(time.GetUtcNow().ToUnixTimeMilliseconds(), text);
        using var scope = _gate.EnterScope();
        _markers.Enqueue(marker);
        if (_markers.Count > MaxMarkers)
        {
            _markers.Dequeue();
        }

        SendNeedsLock("marker", marker);
    }

    /// <summary>Shows the next step of a change, or the first one of a new change. <see cref="EndChange"/> must follow.</summary>
    public void ShowChange(string step)
    {
        using var scope = _gate.EnterScope();
        _change = (step, _change?.Start ?? time.GetTimestamp());
        SendNeedsLock("change", ChangeNeedsLock()!);
    }

    /// <param name="problem">Why the change failed; null if it succeeded.</param>
    public void EndChange(string? problem = null)
    {
        using var scope = _gate.EnterScope();
        if (ChangeNeedsLock() is { } change)
        {
            _change = null;
            SendNeedsLock("change", change with { IsOver = true, Text = problem ?? DoneAfter(change.Seconds) });
        }
    }

    /// <summary>Ends all streams, so that a server can stop without waiting for its pages.</summary>
    public void End()
    {
        using var scope = _gate.EnterScope();
        _ended = true;
        _readers.ForEach(reader => reader.Writer.TryComplete());
    }

    /// <summary>Returns one <see cref="HelloEvent"/>, then all later events. A slow page misses the oldest events.</summary>
    public async IAsyncEnumerable<SseItem<object>> ReadAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var channel = Join();
        try
        {
            await foreach (var item in channel.Reader.ReadAllAsync(cancellationToken))
            {
                yield return item;
            }
        }
        finally
        {
            using var scope = _gate.EnterScope();
            _readers.Remove(channel);
        }
    }

    private Channel<SseItem<object>> Join()
    {
        var channel = Channel.CreateBounded<SseItem<object>>(Unread);
        using var scope = _gate.EnterScope();
        var hello = new HelloEvent(
            Capacity, _history.Snapshot(), [.. _markers], _latest, controls?.Current(), controls?.Choices, ChangeNeedsLock());
        channel.Writer.TryWrite(new SseItem<object>(hello, "hello"));
        if (_ended)
        {
            channel.Writer.TryComplete();
        }

        _readers.Add(channel);
        return channel;
    }

    private static string DoneAfter(double seconds) => seconds < 1 ? "Done." : $"Done after {seconds:0} s.";

    private ChangeEvent? ChangeNeedsLock() => _change is { } change
        ? new ChangeEvent(change.Step, time.GetElapsedTime(change.Start).TotalSeconds, IsOver: false, controls?.Current())
        : null;

    private void SendNeedsLock(string type, object data) =>
        _readers.ForEach(reader => reader.Writer.TryWrite(new SseItem<object>(data, type)));
}
