using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway.Shedding;

/// <summary>Judges calls that have ended.</summary>
internal static class CallOutcomes
{
    /// <summary>The worst of the calls counts.</summary>
    public static CallOutcome Of(Task[] calls)
    {
        var worst = CallOutcome.Answered;
        foreach (var call in calls)
        {
            worst = Worse(worst, Of(call));
        }

        return worst;
    }

    public static CallOutcome Of(BackendFailure failure) => failure switch
    {
        // The breaker spoke, not the backend.
        { Kind: BackendFailure.Paused } => CallOutcome.Unmeasured,
        { Status: StatusCodes.Status503ServiceUnavailable or StatusCodes.Status504GatewayTimeout } => CallOutcome.Overloaded,
        { Status: StatusCodes.Status404NotFound } => CallOutcome.Answered,
        _ => CallOutcome.Unmeasured,
    };

    /// <param name="status">Of an answer that was handed on as it came.</param>
    public static CallOutcome Of(int status) => status switch
    {
        StatusCodes.Status429TooManyRequests or StatusCodes.Status503ServiceUnavailable or StatusCodes.Status504GatewayTimeout =>
            CallOutcome.Overloaded,
        // A failure may be quick because it is one.
        >= StatusCodes.Status500InternalServerError => CallOutcome.Unmeasured,
        _ => CallOutcome.Answered,
    };

    private static CallOutcome Of(Task call) => call switch
    {
        { IsCompletedSuccessfully: true } => CallOutcome.Answered,
        { IsCanceled: true } => CallOutcome.Abandoned,
        { Exception.InnerException: BackendException exception } => Of(exception.Failure),
        _ => CallOutcome.Unmeasured,
    };

    private static CallOutcome Worse(CallOutcome one, CallOutcome other) => (one, other) switch
    {
        (CallOutcome.Overloaded, _) or (_, CallOutcome.Overloaded) => CallOutcome.Overloaded,
        (CallOutcome.Unmeasured, _) or (_, CallOutcome.Unmeasured) => CallOutcome.Unmeasured,
        (CallOutcome.Abandoned, _) or (_, CallOutcome.Abandoned) => CallOutcome.Abandoned,
        _ => CallOutcome.Answered,
    };
}
