using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Functions that reduce the items of an array to one value.</summary>
internal static class ArrayStatisticsFunctions
{
    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        OverNumbers("ARRAY_AVG", numbers => numbers.Length == 0 ? null : numbers.Sum() / numbers.Length),
        OverNumbers("ARRAY_MEDIAN", Median),
        OverNumbers("ARRAY_SUM", numbers => numbers.Sum()),
        new("ARRAY_MAX", 1, 1, arguments => FindExtreme(arguments[0], order => order > 0)),
        new("ARRAY_MIN", 1, 1, arguments => FindExtreme(arguments[0], order => order < 0)),
    ];

    private static ScalarFunction OverNumbers(string name, Func<double[], double?> compute) => new(name, 1, 1, arguments =>
    {
        var array = arguments[0];
        double[] numbers = [.. array.Items().Where(item => item.Kind == CosmosValueKind.Number).Select(item => item.Number)];
        var isReadable = array.Kind == CosmosValueKind.Array && numbers.Length == array.Count;
        return isReadable && compute(numbers) is { } result ? CosmosValue.From(result) : CosmosValue.Undefined;
    });

    private static double? Median(double[] numbers)
    {
        Array.Sort(numbers);
        var middle = numbers.Length / 2;
        return numbers.Length == 0 ? null
            : numbers.Length % 2 == 1 ? numbers[middle]
            : (numbers[middle - 1] + numbers[middle]) / 2;
    }

    private static CosmosValue FindExtreme(CosmosValue array, Func<int, bool> isBetter)
    {
        var isReadable = array.Kind == CosmosValueKind.Array && array.Count > 0 && array.Items().All(item => item.IsScalar);
        return isReadable
            ? array.Items().Aggregate((best, item) => isBetter(Compare(item, best)) ? item : best)
            : CosmosValue.Undefined;
    }

    // Null is before the booleans, then come numbers and strings.
    private static int Compare(CosmosValue left, CosmosValue right) =>
        left.Kind == right.Kind ? SqlComparison.Order(left, right) ?? 0 : left.Kind.CompareTo(right.Kind);
}
