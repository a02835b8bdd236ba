using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>Whether a string matches a pattern; a pattern that is the same for every document is read once.</summary>
/// <param name="escape">The character after which another stands for itself; null for none.</param>
internal sealed class LikeExpression(BoundExpression operand, BoundExpression pattern, int? escape) : BoundExpression
{
    private readonly LikePattern? _fixedPattern = pattern is ConstantExpression ? Read(pattern, escape, Row.Empty) : null;

    public override CosmosValue Evaluate(Row row)
    {
        var value = operand.Evaluate(row);
        return value.Kind == CosmosValueKind.String && (_fixedPattern ?? Read(pattern, escape, row)) is { } read
            ? CosmosValue.From(read.Matches(value.Text))
            : CosmosValue.Undefined;
    }

    /// <summary>Null for a pattern that is no string.</summary>
    private static LikePattern? Read(BoundExpression pattern, int? escape, Row row)
    {
        var text = pattern.Evaluate(row);
        return text.Kind == CosmosValueKind.String ? LikePattern.Parse(text.Text, escape) : null;
    }
}
