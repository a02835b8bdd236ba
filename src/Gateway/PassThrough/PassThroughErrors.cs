using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Shedding;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.PassThrough;

/// <summary>Converts the proxy's errors to backend failures and call outcomes.</summary>
internal static class PassThroughErrors
{
    /// <summary>Returns null if the backend did not fail; the proxy has then set a status.</summary>
    public static BackendFailure? FailureOf(string backend, ForwarderError error) => error switch
    {
        ForwarderError.None => null,
        ForwarderError.RequestTimedOut => BackendFailure.TimedOut(backend, "did not answer in time"),
        // The client has disconnected, so it receives no response.
        ForwarderError.RequestCanceled or ForwarderError.RequestBodyCanceled or ForwarderError.ResponseBodyCanceled
            or ForwarderError.UpgradeRequestCanceled or ForwarderError.UpgradeResponseCanceled => null,
        // The client's request could not be read, or the response could not be written to the client.
        ForwarderError.RequestBodyClient or ForwarderError.ResponseBodyClient
            or ForwarderError.UpgradeRequestClient or ForwarderError.UpgradeResponseClient => null,
        _ => BackendFailure.Unreachable(backend),
    };

    /// <param name="error">Not <see cref="ForwarderError.None"/>, for which the status code determines the outcome.</param>
    public static CallOutcome OutcomeOf(ForwarderError error) => error switch
    {
        ForwarderError.RequestTimedOut => CallOutcome.Overloaded,
        ForwarderError.RequestCanceled or ForwarderError.ResponseBodyCanceled => CallOutcome.Abandoned,
        _ => CallOutcome.Unmeasured,
    };
}
