using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>Whether a string matches a pattern; a pattern that is the same for every document is read once.</summary>
internal sealed class LikeExpression(BoundExpression operand, BoundExpression pattern, BoundExpression? escape) : BoundExpression
{
    private readonly LikePattern? _fixedPattern =
        pattern is ConstantExpression && (escape is null or ConstantExpression) ? Read(pattern, escape, Row.Empty) : null;

    public override CosmosValue Evaluate(Row row)
    {
        var value = operand.Evaluate(row);
        return value.Kind == CosmosValueKind.String && (_fixedPattern ?? Read(pattern, escape, row)) is { } read
            ? CosmosValue.From(read.Matches(value.Text))
            : CosmosValue.Undefined;
    }

    /// <summary>Null for a pattern that is no string, and for an escape that is no string of one character.</summary>
    private static LikePattern? Read(BoundExpression pattern, BoundExpression? escape, Row row)
    {
        var text = pattern.Evaluate(row);
        if (text.Kind != CosmosValueKind.String)
        {
            return null;
        }

        if (escape is null)
        {
            return LikePattern.Parse(text.Text, null);
        }

        var character = escape.Evaluate(row).Text;
        return CodePoints.Count(character) == 1 ? LikePattern.Parse(text.Text, CodePoints.At(character, 0)) : null;
    }
}
