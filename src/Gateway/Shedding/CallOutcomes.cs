using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway.Shedding;

/// <summary>Determines the outcome of calls that have ended.</summary>
internal static class CallOutcomes
{
    /// <summary>Returns the worst outcome of the calls.</summary>
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
        // The circuit breaker refused the call; the backend was not called.
        { Kind: BackendFailure.Paused } => CallOutcome.Unmeasured,
        { Status: StatusCodes.Status503ServiceUnavailable or StatusCodes.Status504GatewayTimeout } => CallOutcome.Overloaded,
        { Status: StatusCodes.Status404NotFound } => CallOutcome.Answered,
        _ => CallOutcome.Unmeasured,
    };

    /// <param name="status">The status code of a response that was forwarded unchanged.</param>
    public static CallOutcome Of(int status) => status switch
    {
        StatusCodes.Status429TooManyRequests or StatusCodes.Status503ServiceUnavailable or StatusCodes.Status504GatewayTimeout =>
            CallOutcome.Overloaded,
        // A failure may be fast because no work was done.
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
