using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Shedding;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>What it means that a request could not be handed on.</summary>
internal static class PassThroughErrors
{
    /// <summary>Null when it is not the backend that failed: the proxy has set a status then.</summary>
    public static BackendFailure? FailureOf(string backend, ForwarderError error) => error switch
    {
        ForwarderError.None => null,
        ForwarderError.RequestTimedOut => BackendFailure.TimedOut(backend, "did not answer in time"),
        // The client has gone, so that nobody reads an answer.
        ForwarderError.RequestCanceled or ForwarderError.RequestBodyCanceled or ForwarderError.ResponseBodyCanceled
            or ForwarderError.UpgradeRequestCanceled or ForwarderError.UpgradeResponseCanceled => null,
        // What the client sent could not be read, or what it was sent not written.
        ForwarderError.RequestBodyClient or ForwarderError.ResponseBodyClient
            or ForwarderError.UpgradeRequestClient or ForwarderError.UpgradeResponseClient => null,
        _ => BackendFailure.Unreachable(backend),
    };

    /// <param name="error">Not <see cref="ForwarderError.None"/>: then the status says what became of the request.</param>
    public static CallOutcome OutcomeOf(ForwarderError error) => error switch
    {
        ForwarderError.RequestTimedOut => CallOutcome.Overloaded,
        ForwarderError.RequestCanceled or ForwarderError.ResponseBodyCanceled => CallOutcome.Abandoned,
        _ => CallOutcome.Unmeasured,
    };
}
