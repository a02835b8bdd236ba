using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Functions;
using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>A call of a built-in function.</summary>
internal sealed class CallExpression(ScalarFunction function, ImmutableArray<BoundExpression> arguments) : BoundExpression
{
    public ScalarFunction Function => function;

    public ImmutableArray<BoundExpression> Arguments => arguments;

    public override CosmosValue Evaluate(Row row)
    {
        var values = new CosmosValue[arguments.Length];
        for (var index = 0; index < values.Length; index++)
        {
            values[index] = arguments[index].Evaluate(row);
        }

        return ResultLength.CheckSize(function.Apply(values, row.Clock));
    }
}
