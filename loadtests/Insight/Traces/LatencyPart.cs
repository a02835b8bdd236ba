namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>Where the time of one request can go. Each part is measured for itself; what no part claims is the rest.</summary>
public enum LatencyPart
{
    /// <summary>From when the request was due to when it left the load generator.</summary>
    GeneratorLateness,

    /// <summary>The simulated way of a user far away, there and back.</summary>
    SimulatedRoundTrip,

    /// <summary>
    /// From the generator to the span of the service that users call, and from its end to the last byte of the answer.
    /// </summary>
    ClientNetwork,

    /// <summary>The own time of the service that users call: no awaited call is under way.</summary>
    EntryWork,

    /// <summary>What an awaited call takes longer at its caller than at the service that answers.</summary>
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
