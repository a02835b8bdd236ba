using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.LoadTests.Engine.Journeys;

/// <summary>One iteration of a journey, with variables of its own: what one call learns, the next can send.</summary>
public sealed class JourneyIteration(UserIteration turn)
{
    private readonly Dictionary<string, string> _variables = [];

    /// <summary>Whose turn it is, with the user's random stream and the trace context.</summary>
    public UserIteration Turn => turn;

    /// <exception cref="KeyNotFoundException">No call has set it; the message lists those set.</exception>
    public string this[string variable]
    {
        get => _variables.TryGetValue(variable, out var value) ? value : throw new KeyNotFoundException(
            $"No call has set the variable '{variable}'. "
            + $"Set: {string.Join(", ", _variables.Keys.Order(StringComparer.Ordinal))}.");
        set => _variables[variable] = value;
    }

    public bool Has(string variable) => _variables.ContainsKey(variable);
}
