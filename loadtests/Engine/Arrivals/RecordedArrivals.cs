namespace DroneDelivery.LoadTests.Engine.Arrivals;

/// <summary>The moments at which requests arrived at a real service.</summary>
public sealed class RecordedArrivals
{
    /// <param name="offsets">From the start of the recording, in ascending order, between 0 and the duration.</param>
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
                    $"Offsets must be in ascending order and between 0 and {duration}; {offset} is not.", nameof(offsets));
            }

            before = offset;
        }

        (Offsets, Duration) = (offsets, duration);
    }

    public IReadOnlyList<TimeSpan> Offsets { get; }

    public TimeSpan Duration { get; }
}
