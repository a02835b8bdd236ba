namespace DroneDelivery.Usage.Benchmarks;

/// <summary>A key of the gateways' API.</summary>
/// <param name="Id">By which it is counted.</param>
/// <param name="Text">As it is sent.</param>
internal sealed record Key(string Id, string Text);
