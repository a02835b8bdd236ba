namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>One kind of call from the gateway to a backend, over all sampled traces.</summary>
/// <param name="Name">Backend and route, for example <c>Delivery utilization</c>.</param>
public sealed record BackendCall(string Name, int Count, double MeanMs, double P95Ms);
