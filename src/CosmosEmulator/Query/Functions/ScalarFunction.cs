using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>A built-in function and how many arguments it takes.</summary>
/// <param name="IsDeterministic">
/// False if the result depends on more than the arguments: on the time, or on a random number. Such a call is never made a
/// constant, because a compiled query is kept and used again.
/// </param>
internal sealed record ScalarFunction(
    string Name,
    int MinArguments,
    int MaxArguments,
    Func<CosmosValue[], QueryClock, CosmosValue> Apply,
    bool IsDeterministic)
{
    public ScalarFunction(string name, int minArguments, int maxArguments, Func<CosmosValue[], CosmosValue> apply)
        : this(name, minArguments, maxArguments, (arguments, _) => apply(arguments), IsDeterministic: true)
    {
    }
}
