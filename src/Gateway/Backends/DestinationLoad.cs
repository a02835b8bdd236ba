using System.Runtime.CompilerServices;
using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.Backends;

/// <summary>Counts the requests in flight at each destination: forwarded requests, and calls for invoices.</summary>
internal sealed class DestinationLoad
{
    // Destinations are added and removed when the IP addresses of a host name change.
    private readonly ConditionalWeakTable<DestinationState, DestinationCalls> _calls = [];

    private int _turn;

    public DestinationCalls CallsTo(DestinationState destination) => _calls.GetOrCreateValue(destination);

    /// <summary>
    /// Returns the destination with the fewest requests in flight; ties are broken in rotation. Null if there is none.
    /// </summary>
    /// <param name="exclude">A destination that is only chosen if there is no other.</param>
    public DestinationState? FindLeastBusy(IReadOnlyList<DestinationState> available, DestinationState? exclude = null)
    {
        // A lost increment is harmless: the rotation only prevents all requests from going to the first destination.
        var (start, count) = (unchecked((uint)_turn++), (uint)available.Count);
        DestinationState? least = null;
        var fewest = int.MaxValue;
        for (uint i = 0; i < count; i++)
        {
            var destination = available[(int)((start + i) % count)];
            var inFlight = CallsTo(destination).InFlight;
            if (inFlight < fewest && destination != exclude)
            {
                (least, fewest) = (destination, inFlight);
            }
        }

        return least ?? (count > 0 ? exclude : null);
    }
}
