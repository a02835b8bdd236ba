using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Functions;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>
/// A condition of the form "this property is one of these values", read from =, IN, OR over one property, ARRAY_CONTAINS with a
/// constant array, and STRINGEQUALS. No values: the condition can never be true.
/// </summary>
internal sealed record FixedValues(PropertyPath Path, ImmutableArray<CosmosValue> Values)
{
    public static bool TryRead(BoundExpression condition, [NotNullWhen(true)] out FixedValues? found)
    {
        found = condition switch
        {
            EqualExpression equal => Read(equal.Left, [equal.Right]) ?? Read(equal.Right, [equal.Left]),
            InExpression choice => Read(choice.Operand, choice.Choices),
            CallExpression { Function.Name: ArrayFunctions.Contains } call => ReadContains(call.Arguments),
            CallExpression { Function.Name: StringFunctions.AreEqual, Arguments: [var left, var right] } =>
                ReadText(left, right) ?? ReadText(right, left),
            LogicalExpression { IsAnd: false } either => ReadEither(either.Operands),
            _ => null,
        };
        return found is not null;
    }

    private static FixedValues? Read(BoundExpression operand, ImmutableArray<BoundExpression> choices)
    {
        var constants = choices.OfType<ConstantExpression>().Select(choice => choice.Value).ToList();
        return constants.Count == choices.Length ? Read(operand, constants) : null;
    }

    // A third argument of true makes a difference for objects only.
    private static FixedValues? ReadContains(ImmutableArray<BoundExpression> arguments) => arguments switch
    {
        [ConstantExpression { Value: var array }, var operand] => Read(operand, [.. array.Items()]),
        [ConstantExpression { Value: var array }, var operand, ConstantExpression { Value: var isPartial }] =>
            Read(operand, isPartial.IsBoolean ? [.. array.Items()] : []),
        _ => null,
    };

    private static FixedValues? ReadText(BoundExpression operand, BoundExpression text) =>
        text is ConstantExpression { Value: var value }
            ? Read(operand, value.Kind == CosmosValueKind.String ? [value] : [])
            : null;

    private static FixedValues? Read(BoundExpression operand, IReadOnlyCollection<CosmosValue> choices)
    {
        if (!TryReadPath(operand, out var path))
        {
            return null;
        }

        var values = ImmutableArray.CreateBuilder<CosmosValue>(choices.Count);
        foreach (var value in choices)
        {
            if (!CanBeTerm(value))
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
