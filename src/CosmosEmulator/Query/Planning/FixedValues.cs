using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>
/// A condition of the form "this property is one of these values", read from =, IN, and OR over one property. No values:
/// the condition can never be true.
/// </summary>
internal sealed record FixedValues(PropertyPath Path, ImmutableArray<CosmosValue> Values)
{
    public static bool TryRead(BoundExpression condition, [NotNullWhen(true)] out FixedValues? found)
    {
        found = condition switch
        {
            EqualExpression equal => Read(equal.Left, [equal.Right]) ?? Read(equal.Right, [equal.Left]),
            InExpression choice => Read(choice.Operand, choice.Choices),
            LogicalExpression { IsAnd: false } either => ReadEither(either.Operands),
            _ => null,
        };
        return found is not null;
    }

    private static FixedValues? Read(BoundExpression operand, ImmutableArray<BoundExpression> choices)
    {
        if (!TryReadPath(operand, out var path))
        {
            return null;
        }

        var values = ImmutableArray.CreateBuilder<CosmosValue>(choices.Length);
        foreach (var choice in choices)
        {
            if (choice is not ConstantExpression { Value: var value } || !CanBeTerm(value))
            {
                return null;
            }

            // Nothing equals undefined.
            if (value.IsDefined)
            {
                values.Add(value);
            }
        }

        return new FixedValues(path, [.. values.Distinct()]);
    }

    // A term's values are JSON, which has no form for 1/0.
    private static bool CanBeTerm(CosmosValue value) =>
        !value.IsDefined || (value.IsWritable && value.Kind is not (CosmosValueKind.Array or CosmosValueKind.Object));

    private static FixedValues? ReadEither(ImmutableArray<BoundExpression> operands)
    {
        PropertyPath? path = null;
        var values = new List<CosmosValue>();
        foreach (var operand in operands)
        {
            if (!TryRead(operand, out var one) || path?.Equals(one.Path) == false)
            {
                return null;
            }

            path = one.Path;
            values.AddRange(one.Values);
        }

        return path is null ? null : new FixedValues(path, [.. values.Distinct()]);
    }

    /// <summary>Reads a property of the document, such as c.a.b.</summary>
    public static bool TryReadPath(BoundExpression expression, [NotNullWhen(true)] out PropertyPath? path)
    {
        var names = new Stack<string>();
        while (expression is PropertyExpression property)
        {
            names.Push(property.Name);
            expression = property.Source;
        }

        path = expression is NameExpression { Place: Row.Document } && names.Count > 0 ? new PropertyPath([.. names]) : null;
        return path is not null;
    }
}
