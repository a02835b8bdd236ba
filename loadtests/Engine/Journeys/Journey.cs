using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Journeys;

/// <summary>
/// What a user does in one iteration: calls and pauses, one after another. A call that fails ends the iteration.
/// </summary>
/// <param name="Weight">How often it is chosen, against the weights of the others.</param>
public sealed record Journey(string Name, double Weight, IReadOnlyList<JourneyStep> Steps);

/// <summary>One call. It may keep values of its answer in the iteration's variables for the calls that follow.</summary>
public delegate ValueTask<RequestOutcome> JourneyCall(JourneyIteration iteration, CancellationToken cancellationToken);

/// <summary>A call or a pause.</summary>
public abstract record JourneyStep
{
    private JourneyStep()
    {
    }

    /// <param name="name">Under which it is counted.</param>
    public static JourneyStep Call(string name, JourneyCall call) => new NamedCall(name, call);

    public static JourneyStep Pause(ThinkTime time) => new Wait(time);

    internal sealed record NamedCall(string Name, JourneyCall Send) : JourneyStep;

    internal sealed record Wait(ThinkTime Time) : JourneyStep;
}
