using DroneDelivery.CosmosEmulator.Throughput;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Batches;

/// <summary>The answer to one operation of a batch.</summary>
internal sealed record BatchResult(int Status, RequestUnits Charge)
{
    public int SubStatus { get; init; }

    public string? ETag { get; init; }

    /// <summary>Null if none is returned.</summary>
    public IJsonText? Document { get; init; }

    /// <summary>Milliseconds, on 429.</summary>
    public long? RetryAfter { get; init; }

    public bool Succeeded => Status is >= 200 and < 300;

    public bool Failed => Status >= 400;
}
