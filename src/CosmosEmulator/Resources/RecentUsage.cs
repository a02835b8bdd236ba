namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>The usage of a container for the headers of each response: it is read again once it is a second old.</summary>
internal sealed class RecentUsage(Container container, TimeProvider time)
{
    private static readonly TimeSpan MaxAge = TimeSpan.FromSeconds(1);
    private Reading? _last;

    public ContainerUsage Value
    {
        get
        {
            var last = Volatile.Read(ref _last);
            if (last is null || time.GetElapsedTime(last.Timestamp) >= MaxAge)
            {
                last = new Reading(ContainerUsage.Read(container), time.GetTimestamp());
                Volatile.Write(ref _last, last);
            }

            return last.Usage;
        }
    }

    private sealed record Reading(ContainerUsage Usage, long Timestamp);
}
