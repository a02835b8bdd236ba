using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Functions;
using DroneDelivery.CosmosEmulator.Query.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>A call of a built-in function.</summary>
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
