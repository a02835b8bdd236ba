namespace DroneDelivery.LoadGenerator.Benchmarks;

internal enum Protocol
{
    Http1,
    Http2,
}
