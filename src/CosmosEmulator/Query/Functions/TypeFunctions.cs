using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Tests of a value's type: they answer true or false for undefined too.</summary>
internal static class TypeFunctions
{
    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        Test("IS_DEFINED", value => value.IsDefined),
        Test("IS_NULL", value => value.Kind == CosmosValueKind.Null),
        Test("IS_BOOL", value => value.IsBoolean),
        Test("IS_NUMBER", value => value.Kind == CosmosValueKind.Number),
        Test("IS_FINITE_NUMBER", value => value.Kind == CosmosValueKind.Number && double.IsFinite(value.Number)),
        Test("IS_INTEGER", value => IntegerFunctions.Read(value) is not null),
        Test("IS_STRING", value => value.Kind == CosmosValueKind.String),
        Test("IS_ARRAY", value => value.Kind == CosmosValueKind.Array),
        Test("IS_OBJECT", value => value.Kind == CosmosValueKind.Object),
        Test("IS_PRIMITIVE", value => value.IsScalar),
        Test("IS_DATETIME", value => IsoDateTime.Parse(value.Text) is not null),
        new("IIF", 3, 3, arguments => arguments[0].IsTrue ? arguments[1] : arguments[2]),
    ];

    private static ScalarFunction Test(string name, Func<CosmosValue, bool> test) =>
        new(name, 1, 1, arguments => CosmosValue.From(test(arguments[0])));
}
