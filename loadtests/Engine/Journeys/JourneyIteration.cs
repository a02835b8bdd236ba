using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.LoadTests.Engine.Journeys;

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
