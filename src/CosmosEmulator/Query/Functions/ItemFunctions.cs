using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Functions of a whole document.</summary>
internal static class ItemFunctions
{
    public static IReadOnlyList<ScalarFunction> All { get; } = [new("DOCUMENTID", 1, 1, ReadNumber)];

    // The number is a part of the RID. Source: the documentation's example, whose _rid ends with the number.
    private static CosmosValue ReadNumber(CosmosValue[] arguments) =>
        ResourceIds.ReadDocumentNumber(arguments[0].Member("_rid").Text) is { } number
            ? CosmosValue.From(number)
            : CosmosValue.Undefined;
}
