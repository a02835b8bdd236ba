namespace DroneDelivery.Gateway.Backends;

/// <summary>
/// Endpoint metadata: the backends that a request to the endpoint needs. Requests to an endpoint without this metadata are never
/// refused.
/// </summary>
internal sealed record RequiredBackends(RequestPriority Priority, params string[] Backends)
{
    public bool Includes(string backend) => Array.IndexOf(Backends, backend) >= 0;
}
