using System.Runtime.CompilerServices;
using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.Backends;

/// <summary>The requests in flight at each address of the backends: forwarded requests, and calls for invoices.</summary>
internal sealed class DestinationLoad
{
    // Destinations come and go with the addresses of a name.
    private readonly ConditionalWeakTable<DestinationState, DestinationCalls> _calls = [];

    private int _turn;

    public DestinationCalls CallsTo(DestinationState destination) => _calls.GetOrCreateValue(destination);

    /// <summary>The address with the fewest requests in flight; ties are broken in rotation. Null if there is none.</summary>
    /// <param name="exclude">Only chosen if there is no other.</param>
    public DestinationState? FindLeastBusy(IReadOnlyList<DestinationState> available, DestinationState? exclude = null)
    {
        // A lost increment does not matter: what counts is that not all requests go to the first address.
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
