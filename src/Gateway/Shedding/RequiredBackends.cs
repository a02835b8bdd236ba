namespace DroneDelivery.Gateway.Shedding;

/// <summary>An endpoint's word on which backends a request to it needs. An endpoint without one is never refused.</summary>
internal sealed record RequiredBackends(RequestPriority Priority, params string[] Backends)
{
    public bool Includes(string backend) => Array.IndexOf(Backends, backend) >= 0;
}
