namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>The aggregate functions. All of them leave out arguments that are undefined.</summary>
internal static class ModelAggregates
{
    /// <param name="arguments">The argument for each row, in the order of the rows.</param>
    public static ModelValue Compute(string function, IReadOnlyList<ModelValue> arguments)
    {
        var defined = arguments.Where(argument => argument.IsDefined).ToList();
        return function switch
        {
            "COUNT" => ModelValue.From(defined.Count),
            "COUNTIF" => ModelValue.From(defined.Count(argument => argument.IsTrue)),
            "SUM" => Add(defined) is { } sum ? ModelValue.From(sum) : ModelValue.Undefined,
            "AVG" when defined.Count == 0 => ModelValue.Undefined,
            "AVG" => Add(defined) is { } total ? ModelValue.From(total / defined.Count) : ModelValue.Undefined,
            "MIN" => FindExtreme(defined, order => order < 0),
            "MAX" => FindExtreme(defined, order => order > 0),
            "MAKELIST" => ModelValue.FromItems(defined.Where(argument => argument.IsWritable)),
            "MAKESET" => ModelValue.FromItems(defined.Where(argument => argument.IsWritable).Distinct()),
            _ => throw new ArgumentOutOfRangeException(nameof(function), function, "This is no aggregate function."),
        };
    }

    /// <summary>Null if an argument is no number. The sum of nothing is 0.</summary>
    private static double? Add(List<ModelValue> arguments)
    {
        var sum = 0.0;
        foreach (var argument in arguments)
        {
            if (argument.Kind != ModelKind.Number)
            {
                return null;
            }

            sum += argument.Number.ToDouble();
        }

        return sum;
    }

    /// <summary>An array or an object makes the result undefined.</summary>
    private static ModelValue FindExtreme(List<ModelValue> arguments, Func<int, bool> isBetter)
    {
        if (arguments.Count == 0 || arguments.Exists(argument => !argument.IsScalar))
        {
            return ModelValue.Undefined;
        }

        return arguments.Aggregate((best, each) => isBetter(ModelOrder.Compare(each, best)) ? each : best);
    }
}
