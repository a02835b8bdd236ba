using System.Diagnostics.Metrics;

namespace DroneDelivery.Gateway.Keys;

/// <summary>Counts the known keys, and the requests that are refused by the check of keys and owners.</summary>
internal sealed class KeyMeter
{
    public const string Name = "DroneDelivery.Gateway.Keys";

    private readonly Counter<long> _refused;

    public KeyMeter(IMeterFactory factory, KeyRing ring)
    {
        var meter = factory.Create(Name);
        meter.CreateObservableGauge("gateway.keys.known", () => ring.Count, "{key}", "Keys that requests are checked against.");
        _refused = meter.CreateCounter<long>(
            "gateway.keys.refused", "{request}", "Requests refused by the check of keys and owners.");
    }

    /// <param name="failure">
    /// <c>unauthorized</c>, <c>too-many-failures</c>, <c>forbidden</c>, <c>ambiguous-owner</c> or <c>keys-unavailable</c>.
    /// </param>
    public void Refused(string failure) => _refused.Add(1, new KeyValuePair<string, object?>("failure", failure));
}
