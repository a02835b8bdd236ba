using System.Text.Json.Nodes;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>A container's throughput as the protocol shows it.</summary>
internal sealed class Offer(string rid, string containerRid, string containerLink, TimeProvider time)
{
    /// <summary>The service's own floor for a container.</summary>
    public const int LowestThroughput = 400;

    private const int HighestThroughput = 1_000_000;
    private const int Step = 100;
    private int _highestEver;
    private int _throughput;
    private int _version;

    public string Rid { get; } = rid;

    public string ETag => $"\"{Volatile.Read(ref _version):x8}-0000-0000-0000-000000000000\"";

    /// <summary>Request units per second for all partitions together.</summary>
    public int Throughput
    {
        get => Volatile.Read(ref _throughput);
        set
        {
            Volatile.Write(ref _throughput, value);
            _highestEver = Math.Max(_highestEver, value);
            Interlocked.Increment(ref _version);
        }
    }

    /// <summary>A hundredth of the highest throughput it ever had, in full steps, or 400.</summary>
    public int MinThroughput => Math.Max(LowestThroughput, (_highestEver + (100 * Step) - 1) / (100 * Step) * Step);

    /// <summary>What is wrong with a throughput; null if it is allowed.</summary>
    public static string? FindFault(int throughput, int min) =>
        throughput < min || throughput > HighestThroughput || throughput % Step != 0
            ? $"The offer throughput {throughput} is not a multiple of {Step} between {min} and {HighestThroughput}."
            : null;

    public JsonObject ToJson() => new()
    {
        ["resource"] = containerLink,
        ["offerType"] = "Invalid",
        ["offerResourceId"] = containerRid,
        ["offerVersion"] = "V2",
        ["content"] = new JsonObject { ["offerThroughput"] = Throughput, ["offerIsRUPerMinuteThroughputEnabled"] = false },
        ["id"] = Rid,
        ["_rid"] = Rid,
        ["_self"] = $"offers/{Rid}/",
        ["_etag"] = ETag,
        ["_ts"] = time.GetUtcNow().ToUnixTimeSeconds(),
    };
}
