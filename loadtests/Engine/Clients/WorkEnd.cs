namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>How timed work ended.</summary>
internal enum WorkEnd
{
    InTime,
    Expired,
    Cancelled,
}
