namespace DroneDelivery.LoadTests.Engine.Journeys;

/// <summary>The calls and pauses of one iteration of a user, in order. A call that fails ends the iteration.</summary>
/// <param name="Weight">How often it is chosen, relative to the weights of the other journeys.</param>
public sealed record Journey(string Name, double Weight, IReadOnlyList<JourneyStep> Steps);

/// <summary>One call. It may store values of its response in the iteration's variables for later calls.</summary>
public delegate ValueTask<RequestOutcome> JourneyCall(JourneyIteration iteration, CancellationToken cancellationToken);

/// <summary>A call or a pause.</summary>
public abstract record JourneyStep
{
    private JourneyStep()
    {
    }

    /// <param name="Name">The name under which the call is counted.</param>
    public sealed record Call(string Name, JourneyCall Send) : JourneyStep;

    public sealed record Pause(ThinkTime Time) : JourneyStep;
}

/// <summary>One iteration of a journey, with variables that pass values from one call to the next.</summary>
public sealed class JourneyIteration(UserIteration turn)
{
    private readonly Dictionary<string, string> _variables = [];

    /// <summary>The user's iteration, with the user's random stream and the trace context.</summary>
    public UserIteration Turn => turn;

    /// <exception cref="KeyNotFoundException">No call has set it; the message lists the variables that are set.</exception>
    public string this[string variable]
    {
        get => _variables.TryGetValue(variable, out var value) ? value : throw new KeyNotFoundException(
            $"No call has set the variable '{variable}'. "
            + $"Set: {string.Join(", ", _variables.Keys.Order(StringComparer.Ordinal))}.");
        set => _variables[variable] = value;
    }

    public bool Has(string variable) => _variables.ContainsKey(variable);
}
