namespace DroneDelivery.CosmosEmulator.Tests.Hosting;

/// <summary>Other tests would send binary bodies too.</summary>
[CollectionDefinition(DisableParallelization = true)]
public sealed class BinaryEncodingCollection;

/// <summary>
/// Lets the SDK write items in CosmosBinary, for all clients of the process. The SDK reads the variable with each call, and when
/// a client is made.
/// </summary>
internal sealed class BinaryEncoding : IDisposable
{
    private const string Variable = "AZURE_COSMOS_BINARY_ENCODING_ENABLED";

    public BinaryEncoding() => Environment.SetEnvironmentVariable(Variable, "True");

    public void Dispose() => Environment.SetEnvironmentVariable(Variable, null);
}
