using DroneDelivery.LoadTests.Lab.Collection;
using DroneDelivery.LoadTests.Lab.Live;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class TraceWindowTests
{
    private const string First = "00000000000000000000000000000001";
    private const string Second = "00000000000000000000000000000002";

    private readonly ManualTimeProvider _time = new();
    private readonly SpanStore _store;

    public TraceWindowTests() => _store = new SpanStore(seed: 1, new SpanStoreLimits(), _time);

    [Fact]
    public void Read_OverTheMinutes_KeepsTheLastAndTheOneBefore()
    {
        var window = new TraceWindow(_store, _time);
        _store.Add([Snapshots.Span(First, "1", null, 0, 10)]);
        Pass(window, minutes: 1);
        _store.Add([Snapshots.Span(Second, "1", null, 0, 10)]);

        Assert.Equal([First, Second], window.Read().Select(span => span.TraceId));
        Pass(window, minutes: 1);
        Assert.Equal([Second], window.Read().Select(span => span.TraceId));
        Pass(window, minutes: 1);
        Assert.Empty(window.Read());
    }

    [Fact]
    public void Roll_WithinAMinute_ChangesNothing()
    {
        var window = new TraceWindow(_store, _time);
        _store.Add([Snapshots.Span(First, "1", null, 0, 10)]);

        _time.Advance(TimeSpan.FromSeconds(59));
        window.Roll();

        Assert.Single(window.Read());
        Assert.Equal(1, _store.Counts.TracesKept);
    }

    private void Pass(TraceWindow window, int minutes)
    {
        _time.Advance(TimeSpan.FromMinutes(minutes));
        window.Roll();
    }
}
