namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// Gives the processor to other threads between the steps of long work. Without this, requests would wait until the operating
/// system takes the processor away, which is milliseconds. A yield takes as long when other processes are busy, so that the work
/// does not yield when it has worked for less than a fifth of its time.
/// </summary>
/// <param name="yield">Gives up the processor, and returns when the thread has it again.</param>
internal sealed class ProcessorSharing(TimeProvider time, Func<bool> yield)
{
    /// <summary>The most time in yields, as a multiple of the time of the work.</summary>
    private const int MaxYielded = 4;

    private readonly long _start = time.GetTimestamp();
    private TimeSpan _yielded;

    /// <summary>Called after each step.</summary>
    public void Yield()
    {
        var before = time.GetTimestamp();
        var worked = time.GetElapsedTime(_start, before) - _yielded;
        if (_yielded <= MaxYielded * worked)
        {
            yield();
            _yielded += time.GetElapsedTime(before);
        }
    }
}
