using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.PassThrough;
using DroneDelivery.Gateway.Shedding;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.Gateway.Tests.Shedding;

public sealed class CallOutcomesTests
{
    [Theory]
    [InlineData(200, CallOutcome.Answered)]
    [InlineData(404, CallOutcome.Answered)]
    [InlineData(429, CallOutcome.Overloaded)]
    [InlineData(500, CallOutcome.Unmeasured)]
    [InlineData(503, CallOutcome.Overloaded)]
    [InlineData(504, CallOutcome.Overloaded)]
    internal void Outcome_OfAStatus_TellsLoadFromFailure(int status, CallOutcome expected) =>
        Assert.Equal(expected, CallOutcomes.Of(status));

    [Theory]
    [InlineData(ForwarderError.RequestTimedOut, CallOutcome.Overloaded)]
    [InlineData(ForwarderError.RequestCanceled, CallOutcome.Abandoned)]
    [InlineData(ForwarderError.ResponseBodyCanceled, CallOutcome.Abandoned)]
    [InlineData(ForwarderError.Request, CallOutcome.Unmeasured)]
    internal void Outcome_OfTheProxy_TellsLoadFromFailure(ForwarderError error, CallOutcome expected) =>
        Assert.Equal(expected, PassThroughErrors.OutcomeOf(error));

    [Fact]
    public void Outcome_OfCallsToOneBackend_IsTheWorst()
    {
        var answered = Task.CompletedTask;
        var cancelled = Task.FromCanceled(new CancellationToken(canceled: true));
        var timedOut = Failed(BackendFailure.TimedOut("delivery", "did not answer"));
        var unreachable = Failed(BackendFailure.Unreachable("delivery"));
        var paused = Failed(new BackendFailure("delivery", 503, BackendFailure.Paused, ""));
        var unknown = Failed(new BackendFailure("delivery", 404, "not-found", ""));

        Assert.Equal(CallOutcome.Answered, CallOutcomes.Of([answered, unknown]));
        Assert.Equal(CallOutcome.Abandoned, CallOutcomes.Of([answered, cancelled]));
        Assert.Equal(CallOutcome.Unmeasured, CallOutcomes.Of([unreachable, cancelled]));
        Assert.Equal(CallOutcome.Unmeasured, CallOutcomes.Of([paused]));
        Assert.Equal(CallOutcome.Overloaded, CallOutcomes.Of([cancelled, timedOut, unreachable]));
    }

    private static Task Failed(BackendFailure failure) => Task.FromException(new BackendException(failure));
}
