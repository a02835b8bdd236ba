using System.Collections.Frozen;
using Microsoft.Extensions.Options;
using Yarp.ReverseProxy.Model;

namespace DroneDelivery.Gateway.Backends;

/// <summary>The requests in flight at each of the backends' addresses: those that are handed on and those of invoices.</summary>
internal sealed class DestinationLoad(IOptions<BackendOptions> options)
{
    private readonly FrozenDictionary<string, DestinationCalls> _calls = options.Value.Addresses
        .SelectMany(backend => backend.Value.Select((_, i) => IdOf(backend.Key, i)))
        .ToFrozenDictionary(id => id, _ => new DestinationCalls());

    private int _turn;

    public static string IdOf(string backend, int index) => $"{backend}/{index}";

    public DestinationCalls CallsTo(DestinationState destination) => _calls[destination.DestinationId];

    /// <summary>The one with the fewest requests in flight; of equals another one each time.</summary>
    /// <param name="available">At least one.</param>
    /// <param name="but">Not this one, where there is another.</param>
    public DestinationState LeastBusy(IReadOnlyList<DestinationState> available, DestinationState? but = null)
    {
        // Lost turns do not matter: what counts is that not all go to the first.
        var (start, count) = (unchecked((uint)_turn++), (uint)available.Count);
        DestinationState? least = null;
        var fewest = int.MaxValue;
        for (uint i = 0; i < count; i++)
        {
            var destination = available[(int)((start + i) % count)];
            var inFlight = CallsTo(destination).InFlight;
            if (inFlight < fewest && destination != but)
            {
                (least, fewest) = (destination, inFlight);
            }
        }

        return least ?? but!;
    }
}
