using System.Net;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Hosting;

/// <summary>What an emulator is started with.</summary>
public sealed class EmulatorOptions
{
    /// <summary>The public key that Microsoft's emulators use, so that existing tools connect.</summary>
    public const string WellKnownKey = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

    /// <summary>0 lets the system choose.</summary>
    public int Port { get; set; } = 8081;

    /// <summary>The address to listen on.</summary>
    public IPAddress Host { get; set; } = IPAddress.Loopback;

    /// <summary>
    /// Physical partitions of a container whose creation does not state a number; null for as many as its throughput needs.
    /// </summary>
    public int? Partitions { get; set; }

    /// <summary>The account's master key, in base64.</summary>
    public string Key { get; set; } = WellKnownKey;

    public AuthMode Auth { get; set; } = AuthMode.Key;

    public ConsistencyLevel Consistency { get; set; } = ConsistencyLevel.Session;

    /// <summary>The latency of data calls; none by default.</summary>
    public LatencySettings Latency { get; set; } = new();

    /// <summary>Stops the process when its standard input ends: when the program that started it closes it, or is gone.</summary>
    public bool StopWithStandardInput { get; set; }

    /// <summary>The clock of budgets, latency and the expiry of tokens.</summary>
    public TimeProvider Time { get; set; } = PreciseTimeProvider.Shared;

    internal bool HasWellKnownKey => Key == WellKnownKey;

    /// <summary>What is not safe about the options; null when nothing is.</summary>
    internal string? FindRisk() => HasWellKnownKey && !IPAddress.IsLoopback(Host)
        ? $"Warning: the key is the well-known one, which is public, and {Host} is not a loopback address: any machine that "
          + "reaches the port can read and change all data. Set another key with --key."
        : null;
}

/// <summary>What authorizes a request.</summary>
public enum AuthMode
{
    /// <summary>A signature with the account's key.</summary>
    Key,

    /// <summary>A signature with the account's key or, for data only, an access token.</summary>
    Aad,
}
