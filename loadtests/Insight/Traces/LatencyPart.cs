namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>Where the time of one request can go. Each part is measured for itself; what no part claims is the rest.</summary>
public enum LatencyPart
{
    /// <summary>From when the request was due to when it left the load generator.</summary>
    GeneratorLateness,

    /// <summary>The simulated way of a user far away, there and back.</summary>
    SimulatedRoundTrip,

    /// <summary>From the generator to the gateway's span, and from its end to the last byte of the answer.</summary>
    ClientNetwork,

    /// <summary>The gateway's own time: no awaited call is under way.</summary>
    GatewayWork,

    /// <summary>What an awaited call takes longer at the gateway than at the backend.</summary>
    BackendNetwork,

    /// <summary>The own time of awaited backends and of the database's client in them.</summary>
    BackendWork,

    /// <summary>An awaited database call stands in line for a connection.</summary>
    CosmosConnectionQueue,

    /// <summary>
    /// What an awaited database call takes longer than the database says; the whole call where it says nothing.
    /// </summary>
    CosmosNetwork,

    /// <summary>What the database says that the awaited calls took it.</summary>
    CosmosService,

    /// <summary>From a throttled call to its next try.</summary>
    RetryWait,
}
