using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>A built-in function and how many arguments it takes.</summary>
internal sealed record ScalarFunction(string Name, int MinArguments, int MaxArguments, Func<CosmosValue[], CosmosValue> Apply);
