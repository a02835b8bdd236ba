using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.LoadTests.Lab.Load;

/// <summary>A view of a load from outside, whichever engine runs it: to be read at any time, from any thread.</summary>
public sealed class LoadMonitor
{
    private volatile Func<RunSnapshot> _source = new RunMonitor().Snapshot;

    public RunSnapshot Snapshot() => _source();

    /// <param name="source">Where to look from now on; called from any thread.</param>
    public void Show(Func<RunSnapshot> source) => _source = source;
}
