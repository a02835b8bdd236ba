using DroneDelivery.LoadTests.Engine.Recording;
using NBomber.CSharp;
using NBomber.Contracts;

namespace DroneDelivery.LoadTests.NBomber.Results;

/// <summary>Converts outcomes to NBomber's. Arguments are named, because their order differs between versions.</summary>
internal static class OutcomeResponse
{
    public static Response<object> FromOutcome(RequestOutcome outcome) =>
        outcome.FailureReason is { } reason
            ? Response.Fail(statusCode: reason, sizeBytes: outcome.Bytes)
            : Response.Ok(statusCode: outcome.StatusCode.ToString(), sizeBytes: outcome.Bytes);

    public static Response<object> ForCutOff() => Response.Fail(statusCode: NBomberFigures.CutOff);
}
