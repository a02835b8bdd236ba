using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Evaluation;

namespace DroneDelivery.CosmosEmulator.Query.Functions;

/// <summary>A built-in function and how many arguments it takes.</summary>
internal sealed record ScalarFunction(string Name, int MinArguments, int MaxArguments, Func<SqlValue[], SqlValue> Apply);

internal sealed class CallExpression(ScalarFunction function, ImmutableArray<BoundExpression> arguments) : BoundExpression
{
    public override SqlValue Evaluate(in Row row)
    {
        var values = new SqlValue[arguments.Length];
        for (var index = 0; index < values.Length; index++)
        {
            values[index] = arguments[index].Evaluate(row);
        }

        return function.Apply(values);
    }
}
