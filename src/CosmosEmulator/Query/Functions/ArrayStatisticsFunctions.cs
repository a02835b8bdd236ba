using DroneDelivery.CosmosEmulator.Query.Aggregates;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>Functions that reduce the items of an array to one value, most of them as an aggregate reduces the rows of a group.</summary>
internal static class ArrayStatisticsFunctions
{
    public static IReadOnlyList<ScalarFunction> All { get; } =
    [
        OverItems("ARRAY_AVG", AggregateFunction.Average),
        OverItems("ARRAY_MAX", AggregateFunction.Max),
        OverItems("ARRAY_MIN", AggregateFunction.Min),
        OverItems("ARRAY_SUM", AggregateFunction.Sum),
        new("ARRAY_MEDIAN", 1, 1, arguments => Median(arguments[0])),
    ];

    private static ScalarFunction OverItems(string name, string aggregate)
    {
        var function = AggregateFunction.Find(aggregate)!;
        return new ScalarFunction(name, 1, 1, arguments => Reduce(arguments[0], function));
    }

    private static CosmosValue Reduce(CosmosValue array, AggregateFunction function)
    {
        if (array.Kind != CosmosValueKind.Array)
        {
            return CosmosValue.Undefined;
        }

        var aggregate = function.Create();
        foreach (var item in array.Items())
        {
            aggregate.Add(item);
        }

        return aggregate.Result;
    }

    private static CosmosValue Median(CosmosValue array)
    {
        double[] numbers = [.. array.Items().Where(item => item.Kind == CosmosValueKind.Number).Select(item => item.Number).Order()];
        if (array.Kind != CosmosValueKind.Array || numbers.Length == 0 || numbers.Length != array.Count)
        {
            return CosmosValue.Undefined;
        }

        var middle = numbers.Length / 2;
        return CosmosValue.From(numbers.Length % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2);
    }
}
