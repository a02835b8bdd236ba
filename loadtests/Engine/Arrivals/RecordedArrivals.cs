namespace DroneDelivery.LoadTests.Engine.Arrivals;

/// <summary>When requests came to a real service.</summary>
public sealed class RecordedArrivals
{
    /// <param name="offsets">From the start of the recording, in order, none after its end.</param>
    public RecordedArrivals(IReadOnlyList<TimeSpan> offsets, TimeSpan duration)
    {
        if (offsets.Count == 0 || duration <= TimeSpan.Zero)
        {
            throw new ArgumentException("A recording needs at least one arrival and a duration above zero.", nameof(offsets));
        }

        var before = TimeSpan.Zero;
        foreach (var offset in offsets)
        {
            if (offset < before || offset > duration)
            {
                throw new ArgumentException(
                    $"Recorded arrivals must not fall or lie outside of {duration}; {offset} does.", nameof(offsets));
            }

            before = offset;
        }

        (Offsets, Duration) = (offsets, duration);
    }

    public IReadOnlyList<TimeSpan> Offsets { get; }

    public TimeSpan Duration { get; }
}
