using System.Net;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Shedding;
using DroneDelivery.TestSupport;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.Tests.Backends;

public sealed class BackendFailureTests
{
    [Theory]
    [InlineData(200, CallOutcome.Answered)]
    [InlineData(404, CallOutcome.Answered)]
    [InlineData(429, CallOutcome.Overloaded)]
    [InlineData(500, CallOutcome.Unmeasured)]
    [InlineData(502, CallOutcome.Unmeasured)]
    [InlineData(503, CallOutcome.Overloaded)]
    [InlineData(504, CallOutcome.Overloaded)]
    internal void Outcome_OfAStatus_SeparatesLoadFromFailure(int status, CallOutcome expected)
    {
        using var response = new HttpResponseMessage((HttpStatusCode)status);

        Assert.Equal(expected, BackendFailure.OutcomeOf(status));
        Assert.Equal(expected, BackendFailure.FromResponse("package", response).Outcome);
    }

    [Theory]
    [InlineData(ForwarderError.Request, 502, CallOutcome.Unmeasured, true)]
    [InlineData(ForwarderError.ResponseBodyDestination, 502, CallOutcome.Unmeasured, true)]
    [InlineData(ForwarderError.RequestBodyDestination, 502, CallOutcome.Unmeasured, false)]
    [InlineData(ForwarderError.RequestCreation, 502, CallOutcome.Unmeasured, false)]
    [InlineData(ForwarderError.NoAvailableDestinations, 502, CallOutcome.Unmeasured, false)]
    [InlineData(ForwarderError.RequestTimedOut, 504, CallOutcome.Overloaded, false)]
    internal void Failure_OfTheBackend_HasAStatusAndAnOutcome(
        ForwarderError error, int status, CallOutcome outcome, bool isOfConnection)
    {
        var failure = BackendFailure.FromError("package", error);

        Assert.Equal((status, outcome, isOfConnection, isOfConnection, false),
            (failure.Status, failure.Outcome, failure.IsOfConnection, failure.CanRetry, failure.IsOfClient));
    }

    [Theory]
    [InlineData(ForwarderError.RequestCanceled, CallOutcome.Abandoned)]
    [InlineData(ForwarderError.ResponseBodyCanceled, CallOutcome.Abandoned)]
    [InlineData(ForwarderError.RequestBodyCanceled, CallOutcome.Unmeasured)]
    [InlineData(ForwarderError.RequestBodyClient, CallOutcome.Unmeasured)]
    [InlineData(ForwarderError.ResponseBodyClient, CallOutcome.Unmeasured)]
    [InlineData(ForwarderError.UpgradeRequestClient, CallOutcome.Unmeasured)]
    [InlineData(ForwarderError.UpgradeResponseCanceled, CallOutcome.Unmeasured)]
    internal void Failure_OfTheClient_IsNotTheBackends(ForwarderError error, CallOutcome outcome)
    {
        var failure = BackendFailure.FromError("package", error);

        Assert.Equal((true, outcome, false), (failure.IsOfClient, failure.Outcome, failure.CanRetry));
    }

    [Fact]
    public async Task Outcome_OfCallsToOneBackend_IsTheWorst()
    {
        var answered = Task.CompletedTask;
        var cancelled = Task.FromCanceled(new CancellationToken(canceled: true));
        var timedOut = Failed(BackendFailure.TimedOut("delivery", "did not answer"));
        var unreachable = Failed(BackendFailure.Unreachable("delivery"));
        var paused = Failed(BackendFailure.FromException("delivery", new Polly.CircuitBreaker.BrokenCircuitException()));
        using var response = new HttpResponseMessage(HttpStatusCode.NotFound);
        var unknown = Failed(BackendFailure.FromResponse("delivery", response));

        Assert.Equal(CallOutcome.Answered, await OutcomeAsync(answered, unknown));
        Assert.Equal(CallOutcome.Abandoned, await OutcomeAsync(answered, cancelled));
        Assert.Equal(CallOutcome.Unmeasured, await OutcomeAsync(unreachable, cancelled));
        Assert.Equal(CallOutcome.Unmeasured, await OutcomeAsync(paused));
        Assert.Equal(CallOutcome.Unmeasured, await OutcomeAsync(Task.FromException(new InvalidOperationException()), answered));
        Assert.Equal(CallOutcome.Overloaded, await OutcomeAsync(cancelled, timedOut, unreachable));
    }

    private static Task Failed(BackendFailure failure) => Task.FromException(new BackendException(failure));

    private static async Task<CallOutcome?> OutcomeAsync(params Task[] calls)
    {
        var limit = new RecordingLimit();
        using var admission = new Admission(
            [new BackendGate("delivery", limit, new PriorityShares(100, 100, 100))], new ManualTimeProvider());
        Assert.Null(admission.Enter(new RequiredBackends(RequestPriority.High, "delivery"), RequestPriority.High));
        await admission.LeaveAfterAsync("delivery", calls);
        return limit.Outcome;
    }

    private sealed class RecordingLimit : IConcurrencyLimit
    {
        public int Current => 1;

        public CallOutcome? Outcome { get; private set; }

        public void Record(TimeSpan duration, CallOutcome outcome, int inFlight) => Outcome = outcome;

        public void RecordRefusal()
        {
        }
    }
}
