namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>The parts of the latency of one request. Each part is measured separately; unexplained time is the rest.</summary>
public enum LatencyPart
{
    /// <summary>From the moment when the request was due to the moment when the generator sent it.</summary>
    GeneratorLateness,

    /// <summary>The simulated round trip of a remote user.</summary>
    SimulatedRoundTrip,

    /// <summary>From the generator to the span of the service that users call, and from its end to the answer's end.</summary>
    ClientNetwork,

    /// <summary>The own time of the service that users call, without its awaited calls.</summary>
    EntryWork,

    /// <summary>The duration of an awaited call at its caller, less its duration at the service that answers.</summary>
    BackendNetwork,

    /// <summary>The own time of awaited backends, including their database clients.</summary>
    BackendWork,

    /// <summary>The wait of an awaited database call for a connection.</summary>
    CosmosConnectionQueue,

    /// <summary>The duration of an awaited database call, less its connection wait and the duration in the database.</summary>
    CosmosNetwork,

    /// <summary>The duration of awaited calls as the database reports it; the whole duration if it does not.</summary>
    CosmosService,

    /// <summary>From the end of a throttled call to its retry.</summary>
    RetryWait,
}
