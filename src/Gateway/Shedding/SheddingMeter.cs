using System.Diagnostics.Metrics;
using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway.Shedding;

/// <summary>The metrics of load shedding, by backend: the limit, the requests in flight, and the refused requests.</summary>
internal sealed class SheddingMeter
{
    public const string Name = "DroneDelivery.Gateway.Shedding";

    private readonly Counter<long> _refused;

    public SheddingMeter(IMeterFactory factory, BackendGates gates)
    {
        var meter = factory.Create(Name);
        meter.CreateObservableGauge(
            "gateway.shedding.limit", () => LimitsOf(gates), "{request}", "Requests that may be in flight at a backend.");
        meter.CreateObservableUpDownCounter(
            "gateway.shedding.in_flight", () => InFlightAt(gates), "{request}", "Requests in flight at a backend.");
        _refused = meter.CreateCounter<long>(
            "gateway.shedding.refused", "{request}", "Requests refused because a backend was at its limit.");
    }

    public void Refused(string backend, RequestPriority priority) => _refused.Add(
        1, BackendTag(backend), new("priority", NameOf(priority)));

    private static string NameOf(RequestPriority priority) => priority switch
    {
        RequestPriority.LowUnpaid => "low-unpaid",
        RequestPriority.Low => "low",
        RequestPriority.HighUnpaid => "high-unpaid",
        _ => "high",
    };

    private static IEnumerable<Measurement<int>> LimitsOf(BackendGates gates)
    {
        foreach (var gate in gates.All)
        {
            if (gate.Limit is { } limit)
            {
                yield return new Measurement<int>(limit, BackendTag(gate.Backend));
            }
        }
    }

    private static IEnumerable<Measurement<int>> InFlightAt(BackendGates gates) =>
        gates.All.Select(gate => new Measurement<int>(gate.InFlight, BackendTag(gate.Backend)));

    private static KeyValuePair<string, object?> BackendTag(string backend) => new("backend", backend);
}
